import type { Role } from '#contract/roles.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import { insertMembership } from '../repositories/events/memberships.ts';

export async function setRole(trx: WriteHandle, userId: number, role: Role): Promise<void> {
  await sqlOf(trx).updateTable('users').set({ role }).where('id', '=', userId).execute();
}

export async function countAdmins(db: ReadHandle): Promise<number> {
  const { count } = await sqlOf(db)
    .selectFrom('users')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  return count;
}

export async function countEventAdmins(db: ReadHandle, eventId: number): Promise<number> {
  const { count } = await sqlOf(db)
    .selectFrom('memberships')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('event_id', '=', eventId)
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  return count;
}

/** Makes a user an event admin, and a member if necessary. The event becomes their active one if they have none. */
export async function makeEventAdmin(trx: WriteHandle, userId: number, eventId: number): Promise<void> {
  if (!(await insertMembership(trx, userId, eventId, 'admin'))) {
    await sqlOf(trx)
      .updateTable('memberships')
      .set((is) => ({ role: 'admin', version: is('version', '+', 1) }))
      .where('user_id', '=', userId)
      .where('event_id', '=', eventId)
      .execute();
  }
  await sqlOf(trx)
    .updateTable('users')
    .set({ active_event_id: eventId })
    .where('id', '=', userId)
    .where('active_event_id', 'is', null)
    .execute();
}
