import { type EventByCode, eventByCode, leaveEvent as leaveCall, switchEvent as switchCall } from '../../../contract/endpoints/joining.ts';
import type { SyncClient } from '../engine/client.ts';
import { type Refused, refusalOf } from './sign-in.ts';
import { isSignedOut } from '../wire/transport.ts';

export type FoundByCode = { kind: 'found'; event: EventByCode } | Refused;

/** Asks which event a code opens. Never rejects. */
export async function findEventByCode(client: Pick<SyncClient, 'call'>, code: string): Promise<FoundByCode> {
  const outcome = await client.call({
    method: eventByCode.method,
    path: eventByCode.path.replace(':code', encodeURIComponent(code.trim())),
  });
  if (outcome.kind === 'no-network') return outcome;
  const event = eventByCode.answer.safeParse(outcome.body);
  return outcome.status === 200 && event.success ? { kind: 'found', event: event.data } : refusalOf(outcome);
}

/**
 * `switched`: the server has done it, and `loaded` says whether this device has the event already (where not, it follows with the next news);
 * `wrong-code`: a code is needed, and this one does not do.
 */
export type SwitchResult = { kind: 'switched'; loaded: boolean } | { kind: 'wrong-code' } | Refused;

/** Makes an event the active one, with its code where that is needed, and has the mirror follow. Never rejects. Asked twice it does nothing twice. */
export async function switchEvent(client: SyncClient, eventId: number, eventCode?: string): Promise<SwitchResult> {
  const body = eventCode === undefined ? {} : { eventCode };
  const outcome = await client.call({ method: switchCall.method, path: switchCall.path.replace(':id', String(eventId)), body });
  if (outcome.kind === 'no-network') return outcome;
  if (outcome.status === 401 && !isSignedOut(outcome)) return { kind: 'wrong-code' };
  if (outcome.status !== 200) return refusalOf(outcome);
  await client.pull();
  // What is shown is read a moment later; a database that does not open now says so itself.
  const me = await client.db
    .mirror('me')
    .get(client.userId)
    .catch(() => undefined);
  return { kind: 'switched', loaded: me?.activeEventId === eventId };
}

/** `still-theirs`: something of theirs is there that others count on; asked again with `sure` it is left all the same. */
export type LeaveResult = { kind: 'left' } | { kind: 'still-theirs' } | Refused;

/** Leaves an event, and has the mirror follow. Never rejects. Asked twice it does nothing twice. */
export async function leaveEvent(client: SyncClient, eventId: number, sure: boolean): Promise<LeaveResult> {
  const outcome = await client.call({ method: leaveCall.method, path: leaveCall.path.replace(':id', String(eventId)), body: { sure } });
  if (outcome.kind === 'no-network') return outcome;
  if (outcome.status !== 200) {
    const refused = refusalOf(outcome);
    return refused.kind === 'refused' && refused.code === 'still_theirs' ? { kind: 'still-theirs' } : refused;
  }
  await client.pull();
  return { kind: 'left' };
}
