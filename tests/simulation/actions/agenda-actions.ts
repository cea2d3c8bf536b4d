import { v7 } from 'uuid';
import { type Attendance, attendances } from '#contract/resources/attendances.ts';
import { attendanceId } from '#contract/rules/own-rows.ts';
import { type Mark, markId, marks } from '#contract/resources/marks.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { insertRows, meetupOf, replaceRow } from '#tests/fixtures/camp.ts';
import { limits } from '#contract/limits.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { Tab } from '../world/device.ts';
import { eventId } from '../world/people.ts';
import type { Journal } from '../promises/journal.ts';
import { clientOf, ignoringRefusals } from '../world/visits.ts';
import type { World } from '../world/world.ts';

/** So few that two devices often mark the same one. */
const entryCount = 3;

/** The taps of one person on one entry; only those that the app has reported as saved are sure. */
interface Taps {
  hasSavedStar: boolean;
  readonly savedNotes: string[];
  readonly otherNotes: string[];
}

/** The reminders that one person chose for the meetup. */
interface Choices {
  readonly saved: number[];
  readonly all: number[];
}

/**
 * Marks of people on entries of the schedule, on each of their devices, while the entries move. Stars are only set, and each note is
 * different, so that the end is known whatever the order: a star that was saved stays, and the note is one that was written. Nobody joins
 * the meetup, so no choice of its reminder may do that.
 */
export class AgendaActions {
  readonly #world: World;
  readonly #journal: Journal;
  #entries: readonly ScheduleEntry[] = [];
  readonly #meetup = meetupOf('author', { eventId, startDate: '2026-12-24T18:00:00.000Z' });
  readonly #taps = new Map<string, Taps>();
  readonly #choices = new Map<string, Choices>();

  constructor(world: World, journal: Journal) {
    this.#world = world;
    this.#journal = journal;
  }

  async prepare(): Promise<void> {
    const { server, clock } = this.#world;
    const fields = { eventId, details: null, locationName: 'Meadow', locationUrl: null, locationAddress: null };
    const times = { startDate: '2026-12-24T10:00:00.000Z', endDate: '2026-12-24T11:00:00.000Z' };
    this.#entries = Array.from({ length: entryCount }, (_, index) => ({
      id: v7(),
      version: 1,
      title: `Entry ${index}`,
      ...fields,
      ...times,
    }));
    await insertRows(server.store, clock, 'schedule', this.#entries);
    await insertRows(server.store, clock, 'meetups', [this.#meetup]);
  }

  /** An organiser moves an entry. */
  async move(): Promise<void> {
    await this.#edit({ locationName: `Place ${this.#journal.tap()}` });
  }

  /** An organiser changes a field whose changes are no news. */
  async describe(): Promise<void> {
    await this.#edit({ details: `Text ${this.#journal.tap()}` });
  }

  /** The server may be killed at that moment, before or after the commit. */
  async #edit(change: Partial<ScheduleEntry>): Promise<void> {
    const { random, server, clock } = this.#world;
    const { id } = random.pick(this.#entries);
    const before = (await readRow(server.store.reading, 'schedule', id)) as ScheduleEntry | null;
    // A restore may have cut the entry off.
    if (!before) return;
    const after = { ...before, version: before.version + 1, ...change };
    this.#world.note(`entry ${id} changes to ${JSON.stringify(change)}`);
    await replaceRow(server.store, clock, 'schedule', before, after).catch((error: unknown) => {
      this.#world.note(`entry ${id} may not have changed: ${String(error)}`);
    });
  }

  star(tab: Tab): void {
    this.#mark(tab, { starred: true });
  }

  write(tab: Tab): void {
    this.#mark(tab, { note: `note ${this.#journal.tap()}` });
  }

  remind(tab: Tab): void {
    const client = clientOf(tab);
    if (!client) return;
    const id = attendanceId(this.#meetup.id, client.userId);
    const remindMinutes = this.#world.random.below(limits.remindMinutes + 1);
    this.#world.note(`${tab.device.name}: ${client.userId} chooses ${remindMinutes} minutes`);
    const choices = this.#choices.get(id) ?? { saved: [], all: [] };
    this.#choices.set(id, choices);
    choices.all.push(remindMinutes);
    const done = client
      .engine()
      .then((engine) => engine.execute('attendances', 'remind', { remindMinutes }, { id, eventId }))
      .then(() => {
        if (tab.alive) choices.saved.push(remindMinutes);
      });
    void ignoringRefusals(done);
  }

  #mark(tab: Tab, change: { readonly starred: true } | { readonly note: string }): void {
    const client = clientOf(tab);
    if (!client) return;
    const { id: entryId } = this.#world.random.pick(this.#entries);
    const id = markId(entryId, client.userId);
    this.#world.note(`${tab.device.name}: ${client.userId} marks ${entryId} ${JSON.stringify(change)}`);
    const taps = this.#taps.get(id) ?? { hasSavedStar: false, savedNotes: [], otherNotes: [] };
    this.#taps.set(id, taps);
    if ('note' in change) taps.otherNotes.push(change.note);
    const done = client
      .engine()
      .then((engine) => engine.execute('marks', 'mark', change, { id, eventId }))
      .then(() => {
        if (!tab.alive) return;
        if ('note' in change) taps.savedNotes.push(change.note);
        else taps.hasSavedStar = true;
      });
    void ignoringRefusals(done);
  }

  /** Returns marks that were saved and are neither on the server nor in an outbox. */
  async lostMarks(entries: readonly OutboxEntry[]): Promise<string[]> {
    const rows = await sqlOf(this.#world.server.store.reading).selectFrom('marks').selectAll().execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return [...this.#taps].flatMap(([id, { hasSavedStar, savedNotes, otherNotes }]) => {
      if (this.#journal.discarded.has(id)) return [];
      const shown = entries.filter((entry) => entry.resource === marks.name && entry.id === id).map(({ args }) => args as Partial<Mark>);
      const row = byId.get(id);
      const isStarLost = hasSavedStar && row?.starred !== 1 && !shown.some(({ starred }) => starred);
      const isNoteRight = otherNotes.includes(row?.note ?? '') || (savedNotes.length === 0 && (row?.note ?? '') === '');
      return [
        ...(isStarLost ? [`lost: the star ${id}`] : []),
        ...(isNoteRight || shown.some(({ note }) => note !== undefined) ? [] : [`wrong note of ${id}: ${row?.note}`]),
      ];
    });
  }

  /** Returns reminders that nobody chose, or that were saved and are neither on the server nor in an outbox, and joined meetups. */
  async wrongReminders(entries: readonly OutboxEntry[]): Promise<string[]> {
    const { store } = this.#world.server;
    const rows = (await Promise.all(
      [...this.#choices.keys()].map((id) => readRow(store.reading, 'attendances', id)),
    )) as (Attendance | null)[];
    const byId = new Map(rows.map((row) => [row?.id, row]));
    return [...this.#choices].flatMap(([id, { saved, all }]) => {
      const row = byId.get(id);
      if (row?.isIn === true) return [`joined by a reminder: ${id}`];
      const isShown = entries.some((entry) => entry.resource === attendances.name && entry.id === id);
      if (this.#journal.discarded.has(id) || isShown) return [];
      const isRight = row ? all.some((minutes) => minutes === row.remindMinutes) : saved.length === 0;
      return isRight ? [] : [`wrong reminder of ${id}: ${row?.remindMinutes}`];
    });
  }
}
