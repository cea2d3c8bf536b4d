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
  // PostgreSQL stores no NUL in texts.
  [/^(22021|22P05)$/, 'text'],
  [/^53100$/, 'full'],
  // Serialisation failure, deadlock, lock timeout, cancelled statement, too many connections.
  [/^(40001|40P01|55P03|57014|53300)$/, 'busy'],
  // 42P01: tables are missing while a dump is being restored.
  [/^(08|53|57P|58|XX|42P01)/, 'broken'],
];

/** The connection to the database broke or could not be opened. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseGone';
}

/** True if the database may answer soon, because it is unreachable or starting. Class 28 means wrong credentials. */
export const mayRecover = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && !String((error.cause as { code?: unknown } | undefined)?.code).startsWith('28');

/**
 * `full`: no space. `busy`: locked. `broken`: unusable database. `constraint`: contradicting rows. `text`: a text that cannot be stored.
 */
export type StoreFailure = 'full' | 'busy' | 'broken' | 'constraint' | 'text' | 'other';

/** Returns the kind of a database failure; `other` for errors from elsewhere. */
export function storeFailureOf(error: unknown): StoreFailure {
  if (error instanceof DatabaseUnavailable) return 'broken';
  const { errcode, code, severity } = (error ?? {}) as { errcode?: unknown; code?: unknown; severity?: unknown };
  if (typeof errcode === 'number') return resultCodes[errcode & 0xff] ?? 'other';
  if (typeof code !== 'string' || severity === undefined) return 'other';
  return sqlStates.find(([state]) => state.test(code))?.[1] ?? 'other';
}

/** True if a statement failed because its table does not exist. SQLite has no code of its own for that. */
export const isMissingTable = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === '42P01' || String((error as Error | null)?.message).startsWith('no such table: ');

/** True if the transaction may succeed when it runs again. */
export const isRetryable = (error: unknown): boolean => /^(40001|40P01|23505)$/.test(String((error as { code?: unknown } | null)?.code));
