import { isOver } from '#contract/rules/event-dates.ts';
import { Refusal } from '#contract/errors.ts';
import { canonicalCode } from '#contract/resources/codes.ts';
import type { EventRow } from '#contract/resources/events.ts';
import type { Me } from '#contract/resources/me.ts';
import { type Actor, eventRoleIn } from '#contract/roles.ts';
import { scopeOf } from '#contract/scope.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { type EventCode, findCodes } from '#server/store/repositories/events/event-codes.ts';
import { findEvent } from '#server/store/repositories/lists.ts';
import { activateEvent, insertMembership, roleIn } from '#server/store/repositories/events/memberships.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import type { Store, WriteHandle } from '#server/store/store.ts';
import { writeAs } from '../auth/write-as.ts';
import { addedRow, recordChanges, type RowChange } from '../feed/change-log.ts';
import type { RemovedMembers } from './removed-members.ts';
import type { TryCode } from './code-guesses.ts';
import { spendEventCode, unusableCodeVerdict, chooseUsableCode } from './event-codes.ts';

/** `code` is blank if none was given; `address` is for the throttle. */
export interface Switching {
  readonly eventId: number;
  readonly code: string;
  readonly address: string;
}

/**
 * Makes an event the caller's active one, and joins it if necessary; spends the code only if it is needed. Throws `not_found` (also for a
 * hidden event), `event_over`, `removed_from_event`, `too_many_requests` or `switch_code_…`.
 */
export type SwitchEvent = (caller: Caller, switching: Switching) => Promise<void>;

interface SwitchEventDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly tryCode: TryCode;
  readonly removedMembers: Pick<RemovedMembers, 'refuse'>;
}

export function createSwitchEvent({ store, clock, tryCode, removedMembers }: SwitchEventDeps): SwitchEvent {
  const enter = async (caller: Caller, eventId: number, code: EventCode | null): Promise<void> => {
    const { userId } = caller;
    const entry = { eventId, code, now: clock.now(), removedMembers };
    const scopes = [scopeOf.user(userId), scopeOf.event(eventId), scopeOf.eventAdmin(eventId)];
    await writeAs({ store, clock }, caller, scopes, (trx, actor) => enterEvent(trx, actor, entry));
  };

  return async (caller, { eventId, code: given, address }) => {
    const code = canonicalCode(given);
    const event = await findEvent(store.reading, eventId);
    const isVisible = event?.visible ?? false;
    if (event && eventRoleIn(caller, eventId) !== null) {
      if (caller.activeEventId !== eventId) await enter(caller, eventId, null);
      return;
    }
    const refusal = refusalWithoutCode(event, clock.now());
    if (!refusal) return enter(caller, eventId, null);
    if (code === '' || refusal.code === 'event_over') throw refusal;
    await tryCode<void>({ person: `user ${caller.userId}`, address, code }, async () => {
      const done = { outcome: 'correct', value: undefined } as const;
      // An earlier call of the same person may have joined while this one waited for the throttle.
      if ((await roleIn(store.reading, caller.userId, eventId)) !== null) return enter(caller, eventId, null).then(() => done);
      const ofEvent = (await findCodes(store.reading, code)).filter((one) => one.eventId === eventId);
      const usable = chooseUsableCode(ofEvent, clock.now());
      if (usable instanceof Refusal) return unusableCodeVerdict(usable, refusalFor(usable, isVisible));
      await enter(caller, eventId, usable);
      return done;
    });
  };
}

/** Returns why the event cannot be joined without a code, or null if it can. */
function refusalWithoutCode(event: EventRow | null, now: number): Refusal | null {
  if (!event?.visible) return new Refusal('not_found');
  if (isOver(event, now)) return new Refusal('event_over');
  return event.codeRequired ? new Refusal('switch_code_missing') : null;
}

/** The refusal does not reveal that a hidden event exists. */
function refusalFor({ code }: Refusal, isVisible: boolean): Refusal {
  if (code === 'event_over') return new Refusal('event_over');
  if (code === 'code_spent') return new Refusal('switch_code_spent');
  return new Refusal(isVisible ? 'switch_code_wrong' : 'not_found');
}

interface Entry {
  readonly eventId: number;
  readonly code: EventCode | null;
  readonly now: number;
  readonly removedMembers: Pick<RemovedMembers, 'refuse'>;
}

async function enterEvent(trx: WriteHandle, actor: Actor, { eventId, code, now, removedMembers }: Entry): Promise<void> {
  const { userId } = actor;
  const me = (await readRow(trx, 'me', userId)) as Me | null;
  if (!me) throw new Refusal('unauthenticated');
  const event = await findEvent(trx, eventId);
  // The event was deleted since the request arrived.
  if (!event) throw new Refusal('not_found');
  // The person may have lost the membership, or the role of a global admin, since the request arrived.
  const refusal = code || eventRoleIn(actor, eventId) !== null ? null : refusalWithoutCode(event, now);
  if (refusal) throw refusal;
  if (eventRoleIn(actor, eventId) === null) await removedMembers.refuse(trx, eventId, me);
  const changes: RowChange[] = [];
  if (await insertMembership(trx, userId, eventId)) {
    changes.push(await addedRow(trx, 'participants', participantId(eventId, userId)));
    if (code) changes.push(...(await spendEventCode(trx, code, userId, 'switch_code_spent')));
  } else if (me.activeEventId === eventId) return;
  await activateEvent(trx, userId, eventId);
  changes.push({ resource: 'me', rowBefore: me, rowAfter: await readRow(trx, 'me', userId) });
  await recordChanges(trx, changes, now);
}
