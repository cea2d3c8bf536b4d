import { sql } from 'kysely';
import type { EventRole } from '#contract/roles.ts';
import { scopeOf } from '#contract/scope.ts';
import { participantId } from '../composed-rows.ts';
import { chunksOf } from '#server/store/core/chunks.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '#server/store/core/handles.ts';

/** Returns the members of an event with the fields by which people are searched. */
export function membersOf(db: ReadHandle, eventId: number): Promise<{ userId: number; name: string; email: string }[]> {
  return sqlOf(db)
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id as userId', 'users.name', 'users.email'])
    .where('memberships.event_id', '=', eventId)
    .execute();
}

/**
 * Adds a member; returns false if they are one already. The version continues from an earlier membership: a device that has not received
 * its tombstone would ignore a lower one.
 */
export async function insertMembership(
  trx: WriteHandle,
  userId: number,
  eventId: number,
  role: EventRole = 'participant',
): Promise<boolean> {
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

export async function roleIn(db: ReadHandle, userId: number, eventId: number): Promise<EventRole | null> {
  const membership = await sqlOf(db)
    .selectFrom('memberships')
    .select('role')
    .where('user_id', '=', userId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return membership?.role ?? null;
}

/** Sets the role of a member. The version stays, because the row that others see does not change. */
export async function setRoleIn(trx: WriteHandle, userId: number, eventId: number, role: EventRole): Promise<void> {
  await sqlOf(trx).updateTable('memberships').set({ role }).where('user_id', '=', userId).where('event_id', '=', eventId).execute();
}

export async function deleteMembership(trx: WriteHandle, userId: number, eventId: number): Promise<boolean> {
  const { numDeletedRows } = await sqlOf(trx)
    .deleteFrom('memberships')
    .where('user_id', '=', userId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Adds many members at once; none may be a member yet. */
export async function insertMembers(
  trx: WriteHandle,
  eventId: number,
  members: readonly { readonly userId: number; readonly role: EventRole }[],
): Promise<void> {
  const values = members.map(({ userId, role }) => ({ user_id: userId, event_id: eventId, role, version: 1 }));
  await sqlOf(trx).insertInto('memberships').values(values).execute();
}

export async function activateEvent(trx: WriteHandle, userId: number, eventId: number | null): Promise<void> {
  await sqlOf(trx)
    .updateTable('users')
    .set((is) => ({ active_event_id: eventId, version: is('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Raises the version of a user whose row changed indirectly. */
export async function touchPerson(trx: WriteHandle, userId: number): Promise<void> {
  await sqlOf(trx)
    .updateTable('users')
    .set((is) => ({ version: is('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Raises the versions of these users' memberships, whose rows changed indirectly. Returns the ids of those rows. */
export async function touchMemberships(trx: WriteHandle, userIds: readonly number[]): Promise<string[]> {
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
