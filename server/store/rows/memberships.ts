import { participantId } from './composed-rows.ts';
import { chunksOf } from '../engine/chunks.ts';
import type { Database, Trx } from '../engine/schema.ts';

export async function isMemberOf(db: Database, userId: number, eventId: number): Promise<boolean> {
  const found = await db
    .selectFrom('memberships')
    .select('role')
    .where('user_id', '=', userId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Takes somebody into an event as a participant; false where they are in it already. */
export async function insertMembership(trx: Trx, userId: number, eventId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('memberships')
    .values({ user_id: userId, event_id: eventId, role: 'participant', version: 1 })
    .onConflict((conflict) => conflict.columns(['user_id', 'event_id']).doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Makes an event the one that somebody is active in. */
export async function activateEvent(trx: Trx, userId: number, eventId: number): Promise<void> {
  await trx
    .updateTable('users')
    .set((is) => ({ active_event_id: eventId, version: is('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Raises the versions of these people's memberships, since something that their rows show has changed; gives the ids of those rows. */
export async function touchMemberships(trx: Trx, userIds: readonly number[]): Promise<string[]> {
  const touched: string[] = [];
  for (const chunk of chunksOf(userIds)) {
    const memberships = await trx
      .updateTable('memberships')
      .set((is) => ({ version: is('version', '+', 1) }))
      .where('user_id', 'in', chunk)
      .returning(['event_id', 'user_id'])
      .execute();
    touched.push(...memberships.map(({ event_id, user_id }) => participantId(event_id, user_id)));
  }
  return touched;
}
