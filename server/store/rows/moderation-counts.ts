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

/** How many people somebody has hidden, or had once. */
export async function countHiddenBy(db: Reading, userId: number): Promise<number> {
  const { count } = await sqlOf(db)
    .selectFrom('hidden_people')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
