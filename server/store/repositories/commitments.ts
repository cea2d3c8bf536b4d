import { type Reading, sqlOf } from '../core/handles.ts';

/** Returns how many things others count on a user has in an event: shares, and meetups that begin after `now` (ms since the epoch). */
export async function countCommitments(
  db: Reading,
  { userId, eventId, now }: { readonly userId: number; readonly eventId: number; readonly now: number },
): Promise<number> {
  const own = (table: 'meetups' | 'shares') =>
    sqlOf(db)
      .selectFrom(table)
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('author_id', '=', userId)
      .where('event_id', '=', eventId);
  const meetups = await own('meetups').where('start_date', '>', new Date(now).toISOString()).executeTakeFirstOrThrow();
  const shares = await own('shares').executeTakeFirstOrThrow();
  return meetups.count + shares.count;
}
