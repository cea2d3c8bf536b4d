import { v7 as uuidv7 } from 'uuid';
import type { NewEvent } from '#contract/endpoints/admin-events.ts';
import { Refusal } from '#contract/errors.ts';
import { datesFit } from '#contract/rules/event-dates.ts';
import { canonicalInstant } from '#contract/fields.ts';
import type { BaseRow } from '#contract/resource.ts';
import { type Code, firstCodeAlphabet as alphabet } from '#contract/resources/codes.ts';
import type { EventRow } from '#contract/resources/events.ts';
import type { Me } from '#contract/resources/me.ts';
import { moduleRowId } from '#contract/resources/modules.ts';
import type { Clock } from '#server/lib/clock.ts';
import { catalogue } from '#server/resources/catalogue/modules.ts';
import { homeRows, menuRows } from '#server/resources/catalogue/first-screens.ts';
import { inEventTime } from '#server/resources/definition/in-event-time.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { activateEvent, insertMembers, touchPerson } from '#server/store/repositories/events/memberships.ts';
import { insertEvent, insertModules } from '#server/store/repositories/events/new-event.ts';
import { loadRows, readRow, rowStoreOf } from '#server/store/repositories/rows.ts';
import { type ReadHandle, type Store, storeFailureOf, type WriteHandle } from '#server/store/store.ts';
import { audit } from '#server/services/audit/audit.ts';
import { writeAsAdmin } from '#server/services/auth/write-as.ts';
import { addedRow, recordChanges, type RowChange } from '#server/services/feed/change-log.ts';
import type { Answer, Success } from '#server/services/commands/call.ts';
import { type ReceiptRequest, Receipts } from '#server/services/commands/receipts.ts';
import { isTaken, namesOfEvents } from '#server/services/commands/constraints/unique-rows.ts';
import { randomInt } from 'node:crypto';

/** Off in new events, because not every event needs them. */
const offAtFirst = ['dating'];

export interface Creation extends ReceiptRequest {
  /** Dates may be wall-clock times in the zone of the event. */
  readonly event: NewEvent;
  /** Stores the header picture and returns its link. Throws if the picture is refused. */
  readonly picture: (() => Promise<string>) | null;
}

/**
 * Creates an event with modules, menu, home screen and a code. The creator becomes its first event admin, and active there unless active
 * elsewhere. A repeated call gets the same answer. Throws `invalid`, `title_taken`, `forbidden` and the refusals of the picture.
 */
export type CreateEvent = (creation: Creation) => Promise<Answer>;

interface CreateEventDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly pictures: { remove(link: string): Promise<void> };
}

export function createCreateEvent({ store, clock, pictures }: CreateEventDeps): CreateEvent {
  return async (creation) => {
    const { event, picture } = creation;
    const dated = inEventTimeZone(event);
    // Avoids work on the picture; checked again in the transaction. One snapshot, because the same call may be executing elsewhere.
    const known = await store.read(async (db) => {
      const answer = (await Receipts.load(db, [creation], clock.now())).answerTo(creation);
      if (!answer) await refuseTakenTitle(db, event.title);
      return answer;
    });
    if (known) return known;
    const headerImage = picture === null ? null : await picture();
    try {
      const { answer, isNew } = await writeAsAdmin({ store, clock }, creation.caller, { access: 'global-admin' }, (trx) =>
        create(trx, creation, { ...dated, headerImage }, clock.now()),
      );
      // Another request created the event, so no row names this picture.
      if (!isNew && headerImage !== null) await pictures.remove(headerImage);
      return answer;
    } catch (error) {
      // If the database connection was lost, the commit may have happened; the sweep deletes the picture if no event names it.
      if (headerImage !== null && storeFailureOf(error) !== 'broken') await pictures.remove(headerImage);
      throw error;
    }
  };
}

function inEventTimeZone(event: NewEvent): NewEvent {
  const { startDate, endDate } = inEventTime({ id: 0, args: event, eventId: 0 }, () => null) as NewEvent;
  const dates = { startDate: canonicalInstant(startDate), endDate: canonicalInstant(endDate) };
  if (!datesFit(dates)) throw new Refusal('invalid', { issues: [{ path: 'endDate', message: 'before_start' }] });
  return { ...event, ...dates, title: event.title.trim() };
}

/** Titles are unique, because an event is chosen, and deleted, by its title. */
async function refuseTakenTitle(db: ReadHandle, title: string): Promise<void> {
  if (isTaken((await namesOfEvents(db)).values(), title)) throw new Refusal('title_taken');
}

/** `isNew` is false if an earlier call created the event. */
async function create(trx: WriteHandle, creation: Creation, event: NewEvent, now: number): Promise<{ answer: Answer; isNew: boolean }> {
  const receipts = await Receipts.load(trx, [creation], now);
  const known = receipts.answerTo(creation);
  if (known) return { answer: known, isNew: false };
  await refuseTakenTitle(trx, event.title);
  const { userId } = creation.caller;
  const me = (await readRow(trx, 'me', userId)) as Me | null;
  if (!me) throw new Refusal('unauthenticated');
  const eventId = await insertEvent(trx, event);
  const content = await fill(trx, eventId);
  await insertMembers(trx, eventId, [{ userId, role: 'admin' }]);
  await (me.activeEventId === null ? activateEvent(trx, userId, eventId) : touchPerson(trx, userId));
  const row = (await readRow(trx, 'events', eventId)) as EventRow;
  const changes: RowChange[] = [
    { resource: 'events', rowBefore: null, rowAfter: row },
    ...content,
    await addedRow(trx, 'participants', participantId(eventId, userId)),
    { resource: 'me', rowBefore: me, rowAfter: await readRow(trx, 'me', userId) },
  ];
  const answer: Success = { status: 201, row };
  receipts.remember(creation, answer);
  await receipts.save(trx);
  await audit(trx, now, { kind: 'events.created', actorId: userId, eventId, details: { title: row.title } });
  await recordChanges(trx, changes, now);
  return { answer, isNew: true };
}

async function fill(trx: WriteHandle, eventId: number): Promise<RowChange[]> {
  const modules = catalogue.map(({ id, name, menu_entries }) => ({
    moduleId: id,
    isActive: !offAtFirst.includes(name),
    activeMenuEntries: menu_entries.filter(({ optional }) => optional).map(({ navigationPath }) => navigationPath),
  }));
  await insertModules(trx, eventId, modules);
  const code: Code = { id: uuidv7(), version: 1, eventId, code: firstCode(), reusable: true, used: false, usedBy: null };
  const rows: readonly (readonly [string, readonly BaseRow[]])[] = [
    ['codes', [code]],
    ['menuEntries', menuRows(eventId, uuidv7)],
    ['homeEntries', homeRows(eventId, uuidv7)],
  ];
  for (const [resource, ofResource] of rows) await rowStoreOf(resource).insert(trx, ofResource);
  const ids = catalogue.map(({ id }) => moduleRowId(eventId, id));
  const changes: RowChange[] = [];
  for (const [resource, ofResource] of [['modules', ids.map((id) => ({ id }))] as const, ...rows]) {
    const stored = await loadRows(
      trx,
      resource,
      ofResource.map(({ id }) => id),
    );
    changes.push(...[...stored.values()].map((rowAfter) => ({ resource, rowBefore: null, rowAfter })));
  }
  return changes;
}

/** Returns a random code of 49.9 bits, which nobody guesses, in two readable groups. A digit distinguishes it from words. */
export function firstCode(): string {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return /\d/.test(letters) ? `${letters.slice(0, 5)}-${letters.slice(5)}` : firstCode();
}
