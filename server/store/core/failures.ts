/** Primary result codes of SQLite; the extended code has them in its low byte. */
const resultCodes: Record<number, StoreFailure> = {
  5: 'busy',
  6: 'busy',
  7: 'broken',
  8: 'broken',
  10: 'broken',
  11: 'broken',
  13: 'full',
  14: 'broken',
  15: 'busy',
  19: 'constraint',
  26: 'broken',
};

/** SQLSTATEs of PostgreSQL, or their classes. */
const sqlStates: readonly (readonly [RegExp, StoreFailure])[] = [
  [/^23/, 'constraint'],
  // A NUL, which PostgreSQL keeps in no text.
  [/^(22021|22P05)$/, 'text'],
  [/^53100$/, 'full'],
  // Two that would have to come one after another, or wait for each other; too long a wait for a lock; no connection left.
  [/^(40001|40P01|55P03|57014|53300)$/, 'busy'],
  // The last: tables that are not there, while somebody puts a dump back.
  [/^(08|53|57P|58|XX|42P01)/, 'broken'],
];

/** The connection to the database broke, or there is none. */
export class DatabaseGone extends Error {
  override readonly name = 'DatabaseGone';
}

/** Whether the database may answer in a moment: it is not reached, or just starting. It knows no such user where its word begins with 28. */
export const mayAnswerYet = (error: unknown): boolean =>
  error instanceof DatabaseGone && !String((error.cause as { code?: unknown } | undefined)?.code).startsWith('28');

/** `full`: no room; `busy`: somebody holds the lock; `broken`: the database cannot be used; `constraint`: the rows contradict each other; `text`: one that it cannot keep. */
export type StoreFailure = 'full' | 'busy' | 'broken' | 'constraint' | 'text' | 'other';

/** What kind of failure the database threw; `other` for everything that is not the database's. */
export function storeFailureOf(error: unknown): StoreFailure {
  if (error instanceof DatabaseGone) return 'broken';
  const { errcode, code, severity } = (error ?? {}) as { errcode?: unknown; code?: unknown; severity?: unknown };
  if (typeof errcode === 'number') return resultCodes[errcode & 0xff] ?? 'other';
  if (typeof code !== 'string' || severity === undefined) return 'other';
  return sqlStates.find(([state]) => state.test(code))?.[1] ?? 'other';
}

/** Whether the database says that the same may well pass if it is done again from its start. */
export const isWorthRepeating = (error: unknown): boolean =>
  /^(40001|40P01|23505)$/.test(String((error as { code?: unknown } | null)?.code));
