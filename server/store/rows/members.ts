import { type Reading, sqlOf } from '../engine/handles.ts';

/** Who takes part in an event, with what they are found by. */
export function membersOf(db: Reading, eventId: number): Promise<{ userId: number; name: string; email: string }[]> {
  return sqlOf(db)
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id as userId', 'users.name', 'users.email'])
    .where('memberships.event_id', '=', eventId)
    .execute();
}
