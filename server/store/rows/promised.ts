import { type Reading, sqlOf } from '../engine/handles.ts';

/** How much somebody has in an event that others count on: meetups that are not over at `now` (ms since the epoch). */
export async function countPromised(
  db: Reading,
  { userId, eventId, now }: { readonly userId: number; readonly eventId: number; readonly now: number },
): Promise<number> {
  const { count } = await sqlOf(db)
    .selectFrom('meetups')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('author_id', '=', userId)
    .where('event_id', '=', eventId)
    .where('start_date', '>', new Date(now).toISOString())
    .executeTakeFirstOrThrow();
  return count;
}
