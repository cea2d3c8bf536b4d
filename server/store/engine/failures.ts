/** Primary result codes of SQLite; the extended code has them in its low byte. */
const failures: Record<number, StoreFailure> = {
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

/** `full`: no room; `busy`: somebody holds the lock; `broken`: the file cannot be used; `constraint`: the rows contradict each other. */
export type StoreFailure = 'full' | 'busy' | 'broken' | 'constraint' | 'other';

/** What kind of failure the database threw; `other` for everything that is not the database's. */
export function storeFailureOf(error: unknown): StoreFailure {
  const errcode = (error as { errcode?: unknown } | null)?.errcode;
  return typeof errcode === 'number' ? (failures[errcode & 0xff] ?? 'other') : 'other';
}
