import { Dexie } from 'dexie';
import type { RowId } from '#contract/resource.ts';
import { type ReadMark, type ReadMarks, readMarks, readMarksId, seenChangesId } from '#contract/resources/read-marks.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { changeList } from '#contract/rules/change-lists.ts';
import { threadList } from '#contract/rules/read-lists.ts';
import { loadRows, readRow } from '#server/store/repositories/rows.ts';
import { shareReading } from '#sync/engine/share-reading.ts';
import { markSeenOrder, newestOrder } from '#sync/mirror/mark-seen-order.ts';
import { unsharedMarks } from '#sync/mirror/unshared-marks.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { Journal } from '../promises/journal.ts';
import type { Tab } from '../world/device.ts';
import { eventId } from '../world/people.ts';
import { clientOf, ignoringRefusals } from '../world/visits.ts';
import type { World } from '../world/world.ts';

/** The places of an entry that a person has seen as a change; only those that were shared are sure. */
interface SeenPlaces {
  readonly shown: Set<string>;
  readonly shared: Set<string>;
}

/** People read the chat, its threads and changes of the schedule on each of their devices, in any order, and share what they have seen. */
export class ReadingActions {
  readonly #world: World;
  readonly #journal: Journal;
  /** The marks by the id of the row; only those that the app has reported as saved. */
  readonly #saved = new Map<string, ReadMark[]>();
  /** By person and entry. An entry has no place twice. */
  readonly #places = new Map<string, SeenPlaces>();

  constructor(world: World, journal: Journal) {
    this.#world = world;
    this.#journal = journal;
  }

  read(tab: Tab): void {
    const client = clientOf(tab);
    if (!client) return;
    const { db } = client;
    const id = readMarksId(eventId, client.userId);
    const read = async (): Promise<void> => {
      const [list, order] = await this.#shownRows(db);
      this.#world.note(`${tab.device.name}: ${client.userId} reads ${list} up to ${order}`);
      await markSeenOrder(db, list, eventId, order);
      const marks = await unsharedMarks(db, eventId);
      if (marks.length === 0) return;
      const engine = await client.engine();
      await engine.execute('readMarks', 'read', { marks }, { id, eventId });
      if (tab.alive) this.#saved.set(id, [...(this.#saved.get(id) ?? []), ...marks]);
    };
    void ignoringRefusals(read());
  }

  /** Shows the person some of the unseen changes of the schedule. */
  see(tab: Tab): void {
    const client = clientOf(tab);
    if (!client) return;
    const { db, userId } = client;
    const see = async (): Promise<void> => {
      const shown = (await db.news.toArray()).filter(() => this.#world.random.chance(0.7));
      const places = shown.flatMap(({ rowId, after }) => (after ? [{ rowId, place: (after as ScheduleEntry).locationName }] : []));
      for (const { rowId, place } of places) this.#placesOf(userId, rowId).shown.add(place);
      this.#world.note(`${tab.device.name}: ${userId} sees ${places.map(({ place }) => place).join(', ') || 'no change'}`);
      const engine = await client.engine();
      await engine.markSeen(shown);
      await shareReading(client, eventId);
      if (tab.alive) for (const { rowId, place } of places) this.#placesOf(userId, rowId).shared.add(place);
    };
    void ignoringRefusals(see());
  }

  /** Shares what the device has shown. */
  share(tab: Tab): void {
    const client = clientOf(tab);
    if (client) void ignoringRefusals(shareReading(client, eventId));
  }

  #placesOf(userId: number, rowId: RowId): SeenPlaces {
    const key = `${userId} ${rowId}`;
    const places = this.#places.get(key) ?? { shown: new Set(), shared: new Set() };
    this.#places.set(key, places);
    return places;
  }

  /** Returns changes that a device shows although the person has shared them as seen, and marks of changes that the person has not seen. */
  async disagreements(entries: readonly OutboxEntry[]): Promise<string[]> {
    const found: string[] = [];
    for (const device of this.#world.devices) {
      const client = device.livingTabs[0] && clientOf(device.livingTabs[0]);
      if (!client) continue;
      const { db, userId } = client;
      const id = seenChangesId(eventId, userId);
      if (this.#journal.discarded.has(id) || entries.some((entry) => entry.resource === readMarks.name && entry.id === id)) continue;
      for (const { rowId, after } of await db.news.toArray()) {
        const place = (after as ScheduleEntry | null)?.locationName;
        if (place !== undefined && this.#placesOf(userId, rowId).shared.has(place))
          found.push(`${device.name}: ${userId} has seen ${place} on another device`);
      }
      const { store } = this.#world.server;
      const { marks = [] } = ((await readRow(store.reading, 'readMarks', id)) ?? {}) as Partial<ReadMarks>;
      const marked = new Map(marks.map(({ list, order }) => [list.slice(changeList('schedule', '').length), order]));
      for (const row of (await loadRows(store.reading, 'schedule', [...marked.keys()])).values()) {
        const { locationName: place } = row as ScheduleEntry;
        if ((marked.get(String(row.id)) ?? 0) >= row.version && !this.#placesOf(userId, row.id).shown.has(place))
          found.push(`${userId} has not seen ${place}, which is marked`);
      }
    }
    return found;
  }

  /** Returns a list and its newest order, in a part of the cases after only some of its rows. */
  async #shownRows(db: EventDatabase): Promise<[list: string, order: number]> {
    const { random } = this.#world;
    const posts = await db.mirror('posts').where('[eventId+order]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]).toArray();
    const shown = posts.slice(0, random.chance(0.5) ? posts.length : random.below(posts.length + 1));
    const reply = shown.findLast(({ replyToId }) => replyToId !== null);
    return [reply?.replyToId && random.chance(0.5) ? threadList(reply.replyToId) : 'chat', newestOrder(shown)];
  }

  /** Returns saved marks that the row of their person does not reach and no outbox contains. */
  async lostMarks(entries: readonly OutboxEntry[]): Promise<string[]> {
    const lost: string[] = [];
    for (const [id, saved] of this.#saved) {
      if (this.#journal.discarded.has(id)) continue;
      const row = (await readRow(this.#world.server.store.reading, 'readMarks', id)) as ReadMarks | null;
      const waiting = entries.filter(({ resource, id: of }) => resource === readMarks.name && of === id);
      const marks = [...(row?.marks ?? []), ...waiting.flatMap(({ args }) => (args as Pick<ReadMarks, 'marks'>).marks)];
      const reached = (list: string): number => Math.max(-1, ...marks.filter((mark) => mark.list === list).map(({ order }) => order));
      for (const { list, order } of saved)
        if (Math.max(reached(list), list === 'chat' ? -1 : reached('chat')) < order) lost.push(`lost: the mark ${list} ${order} of ${id}`);
    }
    return lost;
  }
}
