import type { TFunction } from 'i18next';
import { createEvent, deleteEvent, type EventPage, listAllEvents } from '#contract/endpoints/admin-events.ts';
import { times } from '#contract/times.ts';
import { type EventChange, eventRow, type EventRow, events } from '#contract/resources/events.ts';
import { errorBody } from '#contract/error-body.ts';
import { callProblem } from '#feature-kit/call-problem.ts';
import type { ChosenPicture } from '#db/records.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { dataUrlOf } from '#sync/outbox/waiting-bytes.ts';
import { errorCodeOf, type Outcome } from '#sync/wire/transport.ts';
import type { EventFields, EventValues } from '#ui/forms/event/event-form.ts';
import type { Wrong } from '#ui/forms/form-result.ts';

/** Calls of global admins about events. They need the network, and none of them rejects. */

type Failed = { readonly kind: 'failed'; readonly outcome: Outcome };

export type SavedEvent =
  | { readonly kind: 'saved'; readonly event: EventRow }
  /** The current event after a concurrent change by somebody else. */
  | { readonly kind: 'conflict'; readonly event: EventRow }
  | Failed;

type Caller = Pick<SyncClient, 'call'>;

const pictureOf = (picture: ChosenPicture | null): string | undefined => (picture ? dataUrlOf({ id: '', ...picture }) : undefined);

export interface EventQuery {
  readonly page: number;
  readonly search: string;
  /** A day (ISO 8601), or empty for any. */
  readonly date: string;
}

export async function readPage(client: Caller, { page, search, date }: EventQuery): Promise<{ kind: 'page'; page: EventPage } | Failed> {
  const query = new URLSearchParams({ page: String(page), search, ...(date !== '' && { date }) });
  const outcome = await client.call({ method: 'GET', path: `${listAllEvents.path}?${query}` });
  const read = listAllEvents.answer.safeParse(outcome.kind === 'answer' && outcome.status === 200 ? outcome.body : null);
  return read.success ? { kind: 'page', page: read.data } : { kind: 'failed', outcome };
}

/** Creates an event once per `key`, however often it is called. */
export async function makeEvent(client: Caller, key: string, fields: EventFields, picture: ChosenPicture | null): Promise<SavedEvent> {
  const headerImage = pictureOf(picture);
  const body = { ...fields, ...(headerImage !== undefined && { headerImage }) };
  const headers = { 'idempotency-key': key };
  return saved(await client.call({ method: 'POST', path: createEvent.path, body, headers, timeout: times.uploadTimeout }));
}

/** Changes the event at the version that was read; a concurrent change is a conflict. */
export async function changeEvent(
  client: Caller,
  { id, version }: EventRow,
  change: EventChange,
  picture: ChosenPicture | null = null,
): Promise<SavedEvent> {
  const headerImage = pictureOf(picture);
  const { method, path } = events.mutations.edit;
  const body = { ...change, ...(headerImage !== undefined && { headerImage }) };
  const headers = { 'if-match': `"${version}"` };
  return saved(await client.call({ method, path: path.replace(':id', String(id)), body, headers, timeout: times.uploadTimeout }));
}

/** Returns null if the event is deleted, or the outcome that prevented it. */
export async function removeEvent(client: Caller, { id }: Pick<EventRow, 'id'>, title: string): Promise<Outcome | null> {
  const outcome = await client.call({ method: 'DELETE', path: deleteEvent.path.replace(':id', String(id)), body: { title } });
  if (outcome.kind !== 'answer') return outcome;
  // An event that does not exist counts as deleted.
  return outcome.status === 200 || errorCodeOf(outcome) === 'not_found' ? null : outcome;
}

function saved(outcome: Outcome): SavedEvent {
  if (outcome.kind === 'no-network') return { kind: 'failed', outcome };
  const event = eventRow.safeParse(outcome.status < 300 ? outcome.body : null);
  if (event.success) return { kind: 'saved', event: event.data };
  const current = outcome.status === 412 ? eventRow.safeParse(errorBody.safeParse(outcome.body).data?.current) : null;
  return current?.success ? { kind: 'conflict', event: current.data } : { kind: 'failed', outcome };
}

const fieldOf: Readonly<Record<string, keyof EventValues>> = { title: 'title', startDate: 'start', endDate: 'end', timeZone: 'timeZone' };

/** Returns the refusal of the server at the field that it concerns. */
export function wrongWith(t: TFunction, outcome: Outcome, failure: string): Wrong<keyof EventValues> {
  const problem = callProblem(t, outcome, failure, t('admin_events.no_network'));
  if (outcome.kind !== 'answer') return { form: problem };
  const code = errorCodeOf(outcome);
  if (code === 'title_taken') return { title: problem };
  const issue = code === 'invalid' ? errorBody.safeParse(outcome.body).data?.issues?.[0] : undefined;
  if (issue?.path === 'endDate' && issue.message === 'before_start') return { end: t('event_form.problem_before_start') };
  if (issue?.message === 'time_zone') return { timeZone: t('event_form.problem_zone') };
  return { [fieldOf[issue?.path ?? ''] ?? 'form']: problem };
}
