import { sql } from 'kysely';
import type { EventRole } from '../../../contract/roles.ts';
import { scopeOf } from '../../../contract/scope.ts';
import { participantId } from './composed-rows.ts';
import { chunksOf } from '../core/chunks.ts';
import { type Reading, sqlOf, type Writing } from '../core/handles.ts';

/** Who takes part in an event, with what they are found by. */
export function membersOf(db: Reading, eventId: number): Promise<{ userId: number; name: string; email: string }[]> {
  return sqlOf(db)
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id as userId', 'users.name', 'users.email'])
    .where('memberships.event_id', '=', eventId)
    .execute();
}

/**
 * Takes somebody into an event; false where they are in it already. Who was in it before goes on from the version of then:
 * devices that have not heard that they left would take a lower one for something older.
 */
export async function insertMembership(trx: Writing, userId: number, eventId: number, role: EventRole = 'participant'): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await sqlOf(trx)
    .insertInto('memberships')
    .values((is) => ({
      user_id: userId,
      event_id: eventId,
      role,
      version: is.fn.coalesce(
        is
          .selectFrom('change_log')
          .select((pointers) => sql<number>`${pointers.fn.max('version')} + 1`.as('version'))
          .where('scope', '=', scopeOf.event(eventId))
          .where('resource', '=', 'participants')
          .where('row_id', '=', participantId(eventId, userId)),
        is.val(1),
      ),
    }))
    .onConflict((conflict) => conflict.columns(['user_id', 'event_id']).doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** What somebody is in an event; null for who is not in it. */
export async function roleIn(db: Reading, userId: number, eventId: number): Promise<EventRole | null> {
  const membership = await sqlOf(db)
    .selectFrom('memberships')
    .select('role')
    .where('user_id', '=', userId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return membership?.role ?? null;
}

/** Of somebody who is in it. The others see nothing of it: their row stays as it is. */
export async function setRoleIn(trx: Writing, userId: number, eventId: number, role: EventRole): Promise<void> {
  await sqlOf(trx).updateTable('memberships').set({ role }).where('user_id', '=', userId).where('event_id', '=', eventId).execute();
}

/** False where they were not in it. */
export async function deleteMembership(trx: Writing, userId: number, eventId: number): Promise<boolean> {
  const { numDeletedRows } = await sqlOf(trx)
    .deleteFrom('memberships')
    .where('user_id', '=', userId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Takes many people into an event that nobody of them is in. */
export async function insertMembers(
  trx: Writing,
  eventId: number,
  members: readonly { readonly userId: number; readonly role: EventRole }[],
): Promise<void> {
  const values = members.map(({ userId, role }) => ({ user_id: userId, event_id: eventId, role, version: 1 }));
  await sqlOf(trx).insertInto('memberships').values(values).execute();
}

/** Makes an event, or none, the one that somebody is active in. */
export async function activateEvent(trx: Writing, userId: number, eventId: number | null): Promise<void> {
  await sqlOf(trx)
    .updateTable('users')
    .set((is) => ({ active_event_id: eventId, version: is('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Raises the version of a person, since something that their row shows has changed. */
export async function touchPerson(trx: Writing, userId: number): Promise<void> {
  await sqlOf(trx)
    .updateTable('users')
    .set((is) => ({ version: is('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Raises the versions of these people's memberships, since something that their rows show has changed; gives the ids of those rows. */
export async function touchMemberships(trx: Writing, userIds: readonly number[]): Promise<string[]> {
  const touched: string[] = [];
  for (const chunk of chunksOf(userIds)) {
    const memberships = await sqlOf(trx)
      .updateTable('memberships')
      .set((is) => ({ version: is('version', '+', 1) }))
      .where('user_id', 'in', chunk)
      .returning(['event_id', 'user_id'])
      .execute();
    touched.push(...memberships.map(({ event_id, user_id }) => participantId(event_id, user_id)));
  }
  return touched;
}
