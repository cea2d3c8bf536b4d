import { Refusal } from '#contract/errors.ts';
import { scopeOf } from '#contract/scope.ts';
import type { Me } from '#contract/resources/me.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { countEventAdmins } from '#server/store/accounts/admins.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { roleIn } from '#server/store/repositories/events/memberships.ts';
import { countCommitments } from '#server/store/repositories/row-counts.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import { dynamicScopes, type Store, type WriteHandle } from '#server/store/store.ts';
import { writeAs } from '../auth/write-as.ts';
import { recordChanges } from '../feed/change-log.ts';
import { endMembership } from './add-member.ts';

/**
 * Ends the caller's membership; their rows stay under their name. A repeated call succeeds. Throws `still_theirs` if others depend on
 * something of the caller and they are not `sure`, `last_event_admin` if only a global admin may do that.
 */
export type LeaveEvent = (caller: Caller, eventId: number, sure: boolean) => Promise<void>;

interface LeaveEventDeps {
  readonly store: Store;
  readonly clock: Clock;
}

export function createLeaveEvent({ store, clock }: LeaveEventDeps): LeaveEvent {
  return async (caller, eventId, sure) => {
    const leaving = { userId: caller.userId, eventId, sure, now: clock.now() };
    // Takes further locks as matches are found.
    const known = [scopeOf.user(caller.userId), scopeOf.event(eventId)];
    await writeAs({ store, clock }, caller, dynamicScopes(known), (trx) => leave(trx, leaving));
  };
}

interface Leaving {
  readonly userId: number;
  readonly eventId: number;
  readonly sure: boolean;
  readonly now: number;
}

async function leave(trx: WriteHandle, { userId, eventId, sure, now }: Leaving): Promise<void> {
  const me = (await readRow(trx, 'me', userId)) as Me | null;
  if (!me) throw new Refusal('unauthenticated');
  // A global admin could still assign roles, so they may leave.
  if (me.role !== 'admin' && (await roleIn(trx, userId, eventId)) === 'admin' && (await countEventAdmins(trx, eventId)) === 1)
    throw new Refusal('last_event_admin');
  const participant = await readRow(trx, 'participants', participantId(eventId, userId));
  if (!sure && participant && (await countCommitments(trx, { userId, eventId, now })) > 0) throw new Refusal('still_theirs');
  await recordChanges(trx, await endMembership(trx, me, eventId, now), now);
}
