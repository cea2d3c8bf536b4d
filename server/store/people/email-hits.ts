import { chunksOf } from '../engine/chunks.ts';
import { type Reading, sqlOf, type Writing } from '../engine/handles.ts';
import { insertMany } from '../engine/insert-many.ts';

/** When (ms) each of these people hit on the address of another, after `since`; the oldest first. */
export async function emailHitsOf(db: Reading, people: readonly number[], since: number): Promise<Map<number, number[]>> {
  const hits = new Map<number, number[]>(people.map((userId) => [userId, []]));
  for (const chunk of chunksOf([...hits.keys()])) {
    const found = await sqlOf(db)
      .selectFrom('email_hits')
      .select(['user_id', 'at'])
      .where('user_id', 'in', chunk)
      .where('at', '>', since)
      .orderBy('at')
      .execute();
    for (const { user_id: userId, at } of found) hits.get(userId)?.push(at);
  }
  return hits;
}

const insert = insertMany({ table: 'email_hits', columns: ['user_id', 'at'] });

/** These take the place of what was kept of each. */
export async function replaceEmailHits(trx: Writing, hits: ReadonlyMap<number, readonly number[]>): Promise<void> {
  for (const chunk of chunksOf([...hits.keys()])) await sqlOf(trx).deleteFrom('email_hits').where('user_id', 'in', chunk).execute();
  const rows = [...hits].flatMap(([user_id, times]) => times.map((at) => ({ user_id, at })));
  await insert(trx, rows);
}

/** Forgets what was before `time` (ms since the epoch). */
export async function deleteEmailHitsBefore(trx: Writing, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('email_hits').where('at', '<=', time).execute();
}
