import { Refusal } from '#contract/errors.ts';
import { eventRoleIn } from '#contract/roles.ts';
import type { Caller } from '#server/lib/caller.ts';
import { findEvent } from '#server/store/repositories/lists.ts';
import type { ReadHandle } from '#server/store/store.ts';

/** Returns the active event. Throws `not_found` without one, `forbidden` if the caller is no longer a member. */
export function activeEventOf(caller: Caller): number {
  const { activeEventId } = caller;
  if (activeEventId === null) throw new Refusal('not_found');
  if (eventRoleIn(caller, activeEventId) === null) throw new Refusal('forbidden');
  return activeEventId;
}

/** Throws `not_found` for an unknown event or a hidden one without membership, `forbidden` for a visible one without membership. */
export async function requireMember(db: ReadHandle, caller: Caller, eventId: number): Promise<void> {
  const event = await findEvent(db, eventId);
  const role = eventRoleIn(caller, eventId);
  if (!event || (role === null && !event.visible)) throw new Refusal('not_found');
  if (role === null) throw new Refusal('forbidden');
}
