import { type Reading, sqlOf } from '../engine/handles.ts';

/** How much somebody has reported in an event since an instant (UTC). */
export async function countReportsBy(db: Reading, of: { userId: number; eventId: number }, since: string): Promise<number> {
  const { count } = await sqlOf(db)
    .selectFrom('own_reports')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('author_id', '=', of.userId)
    .where('event_id', '=', of.eventId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** How many people somebody has hidden, and of how many there is a row since they are hidden or were once. */
export async function countHiddenBy(db: Reading, userId: number): Promise<{ hidden: number; rows: number }> {
  return sqlOf(db)
    .selectFrom('hidden_people')
    .select((is) => [is.fn.coalesce(is.fn.sum<number>('hidden'), is.lit(0)).as('hidden'), is.fn.countAll<number>().as('rows')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}
