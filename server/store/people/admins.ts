import { sqlOf, type Writing } from '../engine/handles.ts';

/** Makes somebody an admin of everything. */
export async function makeAdmin(trx: Writing, userId: number): Promise<void> {
  await sqlOf(trx).updateTable('users').set({ role: 'admin' }).where('id', '=', userId).execute();
}

/** Makes somebody an admin of an event, and a member where they are none; who was active nowhere is active there. */
export async function makeEventAdmin(trx: Writing, userId: number, eventId: number): Promise<void> {
  await sqlOf(trx)
    .insertInto('memberships')
    .values({ user_id: userId, event_id: eventId, role: 'admin', version: 1 })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'event_id']).doUpdateSet((is) => ({ role: 'admin', version: is('memberships.version', '+', 1) })),
    )
    .execute();
  await sqlOf(trx)
    .updateTable('users')
    .set({ active_event_id: eventId })
    .where('id', '=', userId)
    .where('active_event_id', 'is', null)
    .execute();
}
