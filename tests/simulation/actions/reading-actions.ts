import { Dexie } from 'dexie';
import { type ReadMark, type ReadMarks, readMarks, readMarksId } from '#contract/resources/read-marks.ts';
import { threadList } from '#contract/rules/read-lists.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import { markSeenOrder, newestOrder } from '#sync/mirror/mark-seen-order.ts';
import { unsharedMarks } from '#sync/mirror/unshared-marks.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { Journal } from '../promises/journal.ts';
import type { Tab } from '../world/device.ts';
import { eventId } from '../world/people.ts';
import { clientOf, ignoringRefusals } from '../world/visits.ts';
import type { World } from '../world/world.ts';

/** People read the chat and its threads on each of their devices, in any order, and share how far they have read. */
export class ReadingActions {
  readonly #world: World;
  readonly #journal: Journal;
  /** The marks by the id of the row; only those that the app has reported as saved. */
  readonly #saved = new Map<string, ReadMark[]>();

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
      await engine.execute(readMarks, 'read', { marks }, { id, eventId });
      if (tab.alive) this.#saved.set(id, [...(this.#saved.get(id) ?? []), ...marks]);
    };
    void ignoringRefusals(read());
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
