import { type LockName, type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import { insertMany } from '../core/insert-many.ts';
import { type Given, statement } from '../core/statement.ts';

/** The lock of a write that deletes attempts of many keys. */
export const attemptsLock = 'lock attempts';

/** The lock of a write that counts the attempts of a key before it adds one. */
export const attemptLockOf = (key: string): LockName => `${attemptsLock} ${key}`;

/** A limit that an attempt counts against. */
export interface AttemptKey {
  readonly key: string;
  /** The account with which failures are deleted; null if the key is not of one account alone. */
  readonly account: string | null;
}

interface NthLatest {
  readonly key: string;
  readonly n: number;
  readonly since: number;
}

const nthLatest = (isSettled: boolean) =>
  statement((db, given: Given<{ key: string; since: number; skipped: number }>) => {
    const ofKey = db.selectFrom('attempts').select('at').where('key', '=', given('key')).where('at', '>', given('since'));
    return (isSettled ? ofKey.where('under_way', '=', 0) : ofKey).orderBy('at', 'desc').limit(1).offset(given('skipped'));
  });
const nthLatestAttempts = nthLatest(false);
const nthLatestFailures = nthLatest(true);

/** Returns the time (ms) of the `n`-th latest attempt after `since` that counts against this key; null if there are fewer. */
export async function nthLatestAttempt(db: ReadHandle, { key, n, since }: NthLatest): Promise<number | null> {
  const [row] = await nthLatestAttempts(db, { key, since, skipped: n - 1 });
  return row?.at ?? null;
}

/** Like `nthLatestAttempt`, without the attempts that are still under way. */
export async function nthLatestFailure(db: ReadHandle, { key, n, since }: NthLatest): Promise<number | null> {
  const [row] = await nthLatestFailures(db, { key, since, skipped: n - 1 });
  return row?.at ?? null;
}

const insert = insertMany({ table: 'attempts', columns: ['attempt', 'key', 'account', 'at', 'under_way'] });

/** Stores an attempt that is under way since `at` (ms). */
export async function insertAttempt(trx: WriteHandle, attempt: string, keys: readonly AttemptKey[], at: number): Promise<void> {
  await insert(
    trx,
    keys.map(({ key, account }) => ({ attempt, key, account, at, under_way: 1 })),
  );
}

export async function keysOfAttempt(db: ReadHandle, attempt: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await sqlOf(db).selectFrom('attempts').select('key').where('attempt', '=', attempt).where('key', 'in', keys).execute();
  return new Set(rows.map(({ key }) => key));
}

/** Marks the attempt as failed at `at` (ms) for these keys. */
export async function failAttempt(trx: WriteHandle, attempt: string, keys: readonly string[], at: number): Promise<void> {
  await sqlOf(trx).updateTable('attempts').set({ at, under_way: 0 }).where('attempt', '=', attempt).where('key', 'in', keys).execute();
}

export async function withdrawAttempt(trx: WriteHandle, attempt: string, keys: readonly string[]): Promise<void> {
  await sqlOf(trx).deleteFrom('attempts').where('attempt', '=', attempt).where('key', 'in', keys).execute();
}

export async function deleteFailuresAt(trx: WriteHandle, key: string): Promise<void> {
  await sqlOf(trx).deleteFrom('attempts').where('key', '=', key).where('under_way', '=', 0).execute();
}

export async function deleteFailuresOf(trx: WriteHandle, account: string): Promise<void> {
  await sqlOf(trx).deleteFrom('attempts').where('account', '=', account).where('under_way', '=', 0).execute();
}

/** Deletes the attempts before `time` (ms since the epoch). */
export async function deleteAttemptsBefore(trx: WriteHandle, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('attempts').where('at', '<=', time).execute();
}

/**
 * Deletes the oldest keys with a single attempt if there are more than `most` rows, and other keys only after those. So an attacker cannot
 * get their own failures deleted by failing once at thousands of other accounts.
 */
export async function deleteAttemptsBeyond(trx: WriteHandle, most: number): Promise<void> {
  const { count } = await sqlOf(trx)
    .selectFrom('attempts')
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count <= most) return;
  const least = sqlOf(trx)
    .selectFrom('attempts')
    .select('key')
    .groupBy('key')
    .orderBy((is) => is.case().when(is.fn.countAll(), '=', 1).then(0).else(1).end())
    .orderBy((is) => is.fn.max('at'))
    .limit(count - most);
  await sqlOf(trx).deleteFrom('attempts').where('key', 'in', least).execute();
}
