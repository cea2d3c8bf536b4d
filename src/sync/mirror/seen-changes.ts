import { marksOfNewestRows, readMarks, type ReadMark, type ReadMarks, seenChangesId } from '#contract/resources/read-marks.ts';
import { type BaseRow, entityKey } from '#contract/resource.ts';
import { resourceNamed } from '#contract/resources.ts';
import { changedResources, changeList } from '#contract/rules/change-lists.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored, UnseenChange } from '#db/records.ts';
import { type Fields, pick, same } from './merge.ts';
import { baseOf } from './rebase.ts';
import { seenNameOf } from './seen-order.ts';

/** A row as the person has seen it here: its watched fields, null for a removed one. */
interface Seen {
  readonly version: number;
  readonly fields: Fields | null;
}

const fieldsOf = (resource: string, row: BaseRow | null): Fields | null =>
  row && pick(row as unknown as Fields, resourceNamed(resource).watched ?? []);

/** An unseen change as it was drawn. */
export type Drawn = Pick<UnseenChange, 'id' | 'version'>;

/**
 * Deletes unseen changes that were drawn, and stores what the person has seen for their other devices. A change that has become another one
 * since then stays.
 */
export async function markChangesSeen(db: EventDatabase, drawn: readonly Drawn[]): Promise<void> {
  await db.transaction('rw', [db.news, db.meta], async () => {
    const stored = await db.news.bulkGet(drawn.map(({ id }) => id));
    const shown = stored.filter((change, index) => change !== undefined && change.version === drawn[index]?.version) as UnseenChange[];
    const seen = shown.map(({ resource, rowId, before, after, version = after?.version ?? 0 }) => {
      const { eventId = 0 } = (after ?? before ?? {}) as { eventId?: number };
      const value: Seen = { version, fields: fieldsOf(resource, after) };
      return { name: seenNameOf(changeList(resource, rowId), eventId), value };
    });
    await db.meta.bulkPut(seen);
    await db.news.bulkDelete(shown.map(({ id }) => id));
  });
}

/**
 * Returns the marks of changes that this device has shown and not shared. A row whose watched fields are as the person has seen them is
 * marked up to its version now: a later change of other fields is no news, and another device receives both as one.
 */
export async function unsharedChanges(db: EventDatabase, eventId: number): Promise<ReadMark[]> {
  const id = seenChangesId(eventId, db.userId);
  const sharedRows = await db.mirror('readMarks').where('id').equals(id).toArray();
  const shared = versionsIn(sharedRows);
  const suffix = seenNameOf('', eventId);
  const marks: ReadMark[] = [];
  for (const resource of changedResources) {
    const prefix = changeList(resource, '');
    const named = db.meta.where('name').startsWith(prefix);
    const notes = await named.filter(({ name }) => name.endsWith(suffix)).toArray();
    const seen = notes.map(({ name, value }) => ({ list: name.slice(0, -suffix.length), ...(value as Seen) }));
    const rows = await db.mirror(resource as string).bulkGet(seen.map(({ list }) => list.slice(prefix.length)));
    for (const [index, { list, version, fields }] of seen.entries()) {
      const { row } = baseOf(rows[index]);
      const before = shared.get(list) ?? 0;
      const order = row?.version ?? version;
      // A mark above this one is of another device, which has shown a later state.
      if (before <= version && before < order && same(fieldsOf(resource, row), fields)) marks.push({ list, order });
    }
  }
  if (marks.length === 0) return [];
  // An older server rejects the command. One rejection is enough.
  const own = db.outbox.where('entities').equals(entityKey({ resource: readMarks.name, id }));
  const refused = await own.filter(({ state }) => state !== 'waiting').count();
  if (refused > 0) return [];
  // A full row drops the marks of the oldest rows, also if they were sent again.
  const kept = new Set(marksOfNewestRows([...sharedRows.flatMap((row) => row.marks), ...marks]));
  return marks.filter((mark) => kept.has(mark));
}

/** Stores that these marks are this device's own. */
export async function noteShared(db: EventDatabase, eventId: number, marks: readonly ReadMark[]): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    for (const { list, order } of marks) {
      const name = seenNameOf(list, eventId);
      const seen = (await db.meta.get(name))?.value as Seen | undefined;
      if (seen && seen.version < order) await db.meta.put({ name, value: { ...seen, version: order } });
    }
  });
}

/** Deletes unseen changes that the person has seen on another device. Runs in the transaction that stores the page. */
export async function deleteSeenElsewhere(db: EventDatabase): Promise<void> {
  const unseen = await db.news.toArray();
  if (unseen.length === 0) return;
  const shared = versionsIn(await db.mirror('readMarks').toArray());
  const seen = unseen.filter(({ resource, rowId, version = Infinity }) => version <= (shared.get(changeList(resource, rowId)) ?? 0));
  await db.news.bulkDelete(seen.map(({ id }) => id));
}

const versionsIn = (rows: readonly Stored<ReadMarks>[]): ReadonlyMap<string, number> =>
  new Map(rows.flatMap(({ $gone, marks }) => ($gone ? [] : marks.map(({ list, order }) => [list, order]))));
