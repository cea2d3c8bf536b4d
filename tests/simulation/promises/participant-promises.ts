import type { BaseRow } from '#contract/resource.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import type { OutboxEntry } from '#db/records.ts';
import { numberIn, canonical, type ParticipantJournal, type ParticipantTap } from './participant-journal.ts';
import { pictureSent, tapOfPicture } from '../actions/pictures.ts';
import type { ExecutedCommand } from './server-log.ts';
import type { World } from '../world/world.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An action of the server, with the tap that caused it. */
interface Done {
  readonly act: ExecutedCommand;
  readonly tap: ParticipantTap | undefined;
  readonly resource: string;
}

/**
 * Returns promises to participants that are broken by the server's acts, and acts that its rows do not show. `entries` are all outboxes at
 * the end.
 */
export async function participantViolations(world: World, journal: ParticipantJournal, entries: readonly OutboxEntry[]): Promise<string[]> {
  const { recorder } = world.server;
  await recorder.flush();
  const acts = recorder.log.filter((happening) => happening.kind === 'act');
  const done = acts.map((act): Done => ({ act, tap: tapOf(journal, act), resource: act.entity.slice(0, act.entity.indexOf(':')) }));
  const rows = await rowsNow(world, [...new Set(acts.map(({ entity }) => entity))]);
  return [
    ...done.flatMap(unexpectedCommands),
    ...journal.taps.flatMap((tap) => repeatedTaps(tap, done)),
    ...journal.taps.flatMap((tap) => lostTaps(tap, journal, done, entries, rows)),
    ...outOfOrder(done),
    ...[...Map.groupBy(done, ({ act }) => act.entity)].flatMap(([entity, ofEntity]) => wrongRows(entity, ofEntity, journal, rows)),
  ];
}

function tapOf(journal: ParticipantJournal, { entity, row, userId, body }: ExecutedCommand): ParticipantTap | undefined {
  const [resource = '', id = ''] = entity.split(':');
  if (row === null) return journal.taps.find((tap) => tap.kind === 'removal' && tap.id === id && tap.userId === userId);
  const number = numberIn(resource, body);
  return journal.taps.find((tap) => tap.number === number);
}

/** Every act was tapped by its person, with exactly these fields. */
function unexpectedCommands({ act, tap }: Done): string[] {
  if (!tap) return [`no tap for ${act.entity} ${JSON.stringify(act.body)}`];
  const { id: _id, event: _event, ...args } = (act.body ?? {}) as Record<string, unknown>;
  return [
    ...(tap.userId === act.userId ? [] : [`executed as user ${act.userId}, expected ${tap.userId}: tap ${tap.number}`]),
    ...(text(args) === text(asSent(tap.args)) ? [] : [`sent ${text(args)}, expected ${text(tap.args)}: tap ${tap.number}`]),
  ];
}

/** Replaces the name of a picture by the picture. */
function asSent(args: Fields): Fields {
  return Object.fromEntries(
    Object.entries(args).map(([field, value]) => {
      const tap = field === 'image' || field === 'url' ? tapOfPicture(value) : null;
      return [field, tap === null ? value : pictureSent(tap)];
    }),
  );
}

function repeatedTaps(tap: ParticipantTap, done: readonly Done[]): string[] {
  const times = done.filter((each) => each.tap === tap).length;
  return times > 1 ? [`executed ${times} times: tap ${tap.number} (${tap.kind})`] : [];
}

/** A saved tap is exactly one of these: executed, still shown, discarded, or reported as erased with its account. */
function lostTaps(
  tap: ParticipantTap,
  journal: ParticipantJournal,
  done: readonly Done[],
  entries: readonly OutboxEntry[],
  rows: ReadonlyMap<string, BaseRow>,
): string[] {
  const isDone = done.some((each) => each.tap === tap);
  const entry = entries.find((each) => journal.tapOf(each) === tap);
  // The answers to an erased person were deleted too.
  if (entry && isDone && tap.kind !== 'removal' && !journal.erased.has(tap.userId))
    return [`executed, but still in the outbox (${entry.state}): tap ${tap.number} (${tap.kind})`];
  const isInformed = journal.erased.has(tap.userId) && journal.informedOfErasure.has(`${tap.device}/${tap.userId}`);
  if (!tap.saved || isDone || entry || journal.discarded.has(tap.number) || isInformed) return [];
  // Another person removed it first, or it had not reached the server yet.
  if (tap.kind === 'removal' && !rows.has(`meetups:${tap.id}`)) return [];
  const isOwnRemoval = (other: ParticipantTap): boolean =>
    other.kind === 'removal' && other.id === tap.id && other.userId === tap.userId && other.device === tap.device;
  if (tap.kind === 'meetup' && journal.taps.some(isOwnRemoval)) return [];
  return [`lost: tap ${tap.number} (${tap.kind}) of user ${tap.userId} on ${tap.device}`];
}

/** Changes of one person to one row on one device are executed in the order of the taps. */
function outOfOrder(done: readonly Done[]): string[] {
  const lanes = Map.groupBy(
    done.filter(({ tap }) => tap !== undefined && !tap.resent),
    ({ act, tap }) => `${tap?.device}/${act.userId}/${act.entity}`,
  );
  return [...lanes].flatMap(([lane, ofLane]) => {
    const numbers = ofLane.map(({ tap }) => tap?.number ?? 0);
    return numbers.join() === numbers.toSorted((a, b) => a - b).join() ? [] : [`out of order in ${lane}: ${numbers.join()}`];
  });
}

/** A row is the result of its acts in order, computed here independently by the specification. */
function wrongRows(entity: string, done: readonly Done[], journal: ParticipantJournal, rows: ReadonlyMap<string, BaseRow>): string[] {
  const row = rows.get(entity) as (BaseRow & Fields) | undefined;
  const [{ act, resource }] = done as [Done];
  const removed = done.some((each) => each.act.row === null);
  const left = journal.erased.get(act.userId);
  const isDeleted = removed || (left && !(left.keepsShared && (resource === 'meetups' || resource === 'feedback')));
  if (isDeleted) return row ? [`${entity} exists, but should be deleted`] : [];
  if (!row) return [`${entity} is missing`];
  const expected: Fields =
    resource === 'userStatistics'
      ? { value: done.reduce((sum, each) => sum + Number((each.act.body as Fields)['change']), 0) }
      : Object.assign({}, ...done.map((each) => asStored(each.act)));
  const wrong = Object.entries(expected).filter(([field, value]) => row[field] !== value);
  return wrong.map(([field, value]) => `${entity}: ${field} is ${text(row[field])}, expected ${text(value)}`);
}

/** Returns the sent fields as the row stores them; a picture is replaced by the link in the answer. */
function asStored({ body, row }: ExecutedCommand): Fields {
  const { event: _event, ...fields } = body as Fields;
  const forms = Object.entries(fields).map(([field, value]) => {
    const isPicture = (field === 'image' || field === 'url') && value !== null;
    return [field, isPicture ? (row as BaseRow & Fields)[field] : field === 'email' ? canonical(value) : value];
  });
  return Object.fromEntries(forms) as Fields;
}

async function rowsNow({ server }: World, entities: readonly string[]): Promise<Map<string, BaseRow>> {
  const found = new Map<string, BaseRow>();
  for (const [resource, ofResource] of Map.groupBy(entities, (entity) => entity.slice(0, entity.indexOf(':')))) {
    const ids = ofResource.map((entity) => entity.slice(resource.length + 1)).map((id) => (resource === 'me' ? Number(id) : id));
    for (const row of (await loadRows(server.store.reading, resource, ids)).values()) found.set(`${resource}:${row.id}`, row);
  }
  return found;
}

function text(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return JSON.stringify(Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))));
}
