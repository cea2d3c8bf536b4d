import { type EventByCode, eventByCode, leaveEvent as leaveCall, switchEvent as switchCall } from '#contract/endpoints/joining.ts';
import type { SyncClient } from '../engine/client.ts';
import { type Refused, refusalOf } from './sign-in.ts';
import { isSignedOut } from '../wire/transport.ts';

export type FoundByCode = { kind: 'found'; event: EventByCode } | Refused;

/** Returns the event that an event code opens. Never rejects. */
export async function findEventByCode(client: Pick<SyncClient, 'call'>, code: string): Promise<FoundByCode> {
  const outcome = await client.call({
    method: eventByCode.method,
    path: eventByCode.path.replace(':code', encodeURIComponent(code.trim())),
  });
  if (outcome.kind === 'no-network') return outcome;
  const event = eventByCode.answer.safeParse(outcome.body);
  return outcome.status === 200 && event.success ? { kind: 'found', event: event.data } : refusalOf(outcome);
}

/** `switched`: `loaded` is true if this device has the event already. `wrong-code`: a code is needed and this one is wrong. */
export type SwitchResult = { kind: 'switched'; loaded: boolean } | { kind: 'wrong-code' } | Refused;

/** Makes an event the active one, with its code if needed, and pulls. Never rejects. Idempotent. */
export async function switchEvent(client: SyncClient, eventId: number, eventCode?: string): Promise<SwitchResult> {
  const body = eventCode === undefined ? {} : { eventCode };
  const outcome = await client.call({ method: switchCall.method, path: switchCall.path.replace(':id', String(eventId)), body });
  if (outcome.kind === 'no-network') return outcome;
  if (outcome.status === 401 && !isSignedOut(outcome)) return { kind: 'wrong-code' };
  if (outcome.status !== 200) return refusalOf(outcome);
  const engine = await client.engine();
  await engine.pull();
  const me = await client.db
    .mirror('me')
    .get(client.userId)
    .catch(() => undefined);
  return { kind: 'switched', loaded: me?.activeEventId === eventId };
}

/** `still-theirs`: the person has rows that others depend on; `sure` leaves anyway. */
export type LeaveResult = { kind: 'left' } | { kind: 'still-theirs' } | Refused;

/** Leaves an event and pulls. Never rejects. Idempotent. */
export async function leaveEvent(client: SyncClient, eventId: number, sure: boolean): Promise<LeaveResult> {
  const outcome = await client.call({ method: leaveCall.method, path: leaveCall.path.replace(':id', String(eventId)), body: { sure } });
  if (outcome.kind === 'no-network') return outcome;
  if (outcome.status !== 200) {
    const refused = refusalOf(outcome);
    return refused.kind === 'refused' && refused.code === 'still_theirs' ? { kind: 'still-theirs' } : refused;
  }
  const engine = await client.engine();
  await engine.pull();
  return { kind: 'left' };
}
