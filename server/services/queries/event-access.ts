import { Refusal } from '../../../contract/errors.ts';
import { eventRoleIn } from '../../../contract/roles.ts';
import type { Caller } from '../../lib/caller.ts';
import { findEvent } from '../../store/repositories/lists.ts';
import type { Reading } from '../../store/store.ts';

/** The event that the caller is active in. Throws `not_found` where there is none, `forbidden` where they are no longer in it. */
export function activeEventOf(caller: Caller): number {
  const { activeEventId } = caller;
  if (activeEventId === null) throw new Refusal('not_found');
  if (eventRoleIn(caller, activeEventId) === null) throw new Refusal('forbidden');
  return activeEventId;
}

/** Throws `not_found` for an event that is not there and, just the same, for a hidden one of others; `forbidden` for a visible one of others. */
export async function onlyMembersOf(db: Reading, caller: Caller, eventId: number): Promise<void> {
  const event = await findEvent(db, eventId);
  const role = eventRoleIn(caller, eventId);
  if (!event || (role === null && !event.visible)) throw new Refusal('not_found');
  if (role === null) throw new Refusal('forbidden');
}
