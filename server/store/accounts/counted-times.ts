import { chunksOf } from '../core/chunks.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import { insertMany } from '../core/insert-many.ts';

/** `email_hits`: tried an address that belongs to another account. `address_changes`: had mails sent by changing the own address. */
export type Counted = 'email_hits' | 'address_changes';

/** Returns when (ms since the epoch) each user did that after `since`, oldest first. */
export async function timesOf(db: ReadHandle, of: Counted, people: readonly number[], since: number): Promise<Map<number, number[]>> {
  const times = new Map<number, number[]>(people.map((userId) => [userId, []]));
  for (const chunk of chunksOf([...times.keys()])) {
    const found = await sqlOf(db)
      .selectFrom(of)
      .select(['user_id', 'at'])
      .where('user_id', 'in', chunk)
      .where('at', '>', since)
      .orderBy('at')
      .execute();
    for (const { user_id: userId, at } of found) times.get(userId)?.push(at);
  }
  return times;
}

const columns = ['user_id', 'at'];
const insert = {
  email_hits: insertMany({ table: 'email_hits', columns }),
  address_changes: insertMany({ table: 'address_changes', columns }),
};

/** Replaces the stored times of these users. */
export async function replaceTimes(trx: WriteHandle, of: Counted, times: ReadonlyMap<number, readonly number[]>): Promise<void> {
  for (const chunk of chunksOf([...times.keys()])) await sqlOf(trx).deleteFrom(of).where('user_id', 'in', chunk).execute();
  const rows = [...times].flatMap(([user_id, all]) => all.map((at) => ({ user_id, at })));
  await insert[of](trx, rows);
}

/** Deletes the times before `time` (ms since the epoch). */
export async function deleteTimesBefore(trx: WriteHandle, of: Counted, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom(of).where('at', '<=', time).execute();
}
