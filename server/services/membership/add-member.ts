import type { Me } from '#contract/resources/me.ts';
import type { EventRole } from '#contract/roles.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import {
  activateEvent,
  deleteMembership,
  insertMembership,
  setRoleIn,
  touchPerson,
} from '#server/store/repositories/events/memberships.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import type { WriteHandle } from '#server/store/store.ts';
import { deleteDatingIn } from '../dating/delete-dating.ts';
import type { RowChange } from '../feed/change-log.ts';

/** Adds a member in this role, or changes the role; activates the event if none is active. Returns the changes for the feed. */
export async function giveMembership(trx: WriteHandle, me: Me, eventId: number, role: EventRole): Promise<RowChange[]> {
  const isNew = await insertMembership(trx, me.id, eventId, role);
  if (!isNew) await setRoleIn(trx, me.id, eventId, role);
  await (me.activeEventId === null ? activateEvent(trx, me.id, eventId) : touchPerson(trx, me.id));
  const own = { resource: 'me', rowBefore: me, rowAfter: await readRow(trx, 'me', me.id) };
  if (!isNew) return [own];
  const participant = await readRow(trx, 'participants', participantId(eventId, me.id));
  return [{ resource: 'participants', rowBefore: null, rowAfter: participant }, own];
}

/** Ends a membership: shared rows stay, dating data is deleted. Returns the changes, none without a membership. */
export async function endMembership(trx: WriteHandle, me: Me, eventId: number, now: number): Promise<RowChange[]> {
  const participant = await readRow(trx, 'participants', participantId(eventId, me.id));
  if (!(await deleteMembership(trx, me.id, eventId))) return [];
  await (me.activeEventId === eventId ? activateEvent(trx, me.id, null) : touchPerson(trx, me.id));
  const dating = await deleteDatingIn(trx, { eventId, userId: me.id, now });
  return [
    ...dating,
    { resource: 'participants', rowBefore: participant, rowAfter: null },
    { resource: 'me', rowBefore: me, rowAfter: await readRow(trx, 'me', me.id) },
  ];
}
