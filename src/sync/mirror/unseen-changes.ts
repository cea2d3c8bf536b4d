import { type AnyResource, type BaseRow, entityKey, type RowId } from '#contract/resource.ts';
import type { EventDatabase } from '#db/database.ts';
import type { UnseenChange, OutboxEntry } from '#db/records.ts';
import { baseOf, rebase } from './rebase.ts';
import { pick, same } from './merge.ts';
import { unseenChangesOf } from './unseen.ts';

interface Change {
  readonly id: RowId;
  readonly version: number;
  readonly row: BaseRow | null;
  readonly key?: string | undefined;
}

/** Commands that a change answers, by their row. */
export type Settled = ReadonlyMap<string, readonly OutboxEntry[]>;

/**
 * Stores changes of other people in watched fields as one unseen change per row, before the change itself. Own commands in `settled` do not
 * count; `ofWhatIsHere` excludes new rows, during a load of scopes. Runs in the transaction of the page or the answers.
 */
export async function storeUnseenChanges(
  db: EventDatabase,
  resource: AnyResource,
  changes: readonly Change[],
  { now, settled, ofWhatIsHere = false }: { readonly now: number; readonly settled: Settled; readonly ofWhatIsHere?: boolean },
): Promise<void> {
  const { watched } = resource;
  if (!watched) return;
  const ownOf = ({ id }: Change): readonly OutboxEntry[] => settled.get(entityKey({ resource: resource.name, id })) ?? [];
  // A key without a command here belongs to another device of the same account.
  const relevant = changes.filter((change) => change.key === undefined || ownOf(change).length > 0);
  const records = await db.mirror(resource.name).bulkGet(relevant.map(({ id }) => id));
  for (const [index, change] of relevant.entries()) {
    const { id, row, version } = change;
    const known = baseOf(records[index]);
    if (version <= known.version || (ofWhatIsHere && known.version === 0)) continue;
    const own = ownOf(change);
    const unseen = await db.news.get({ resource: resource.name, rowId: id });
    const before = rebase(resource, unseen ? unseen.before : known.row, own);
    if (own.length > 0 && (before === null || row === null)) continue;
    await storeOne(db, watched, unseen, { resource: resource.name, rowId: id, before, after: row, version, at: now });
  }
}

/** Updates unseen changes to the rows that a load brings. Runs in the transaction that stores the page. */
export async function updateUnseenChanges(db: EventDatabase, resource: AnyResource, rows: readonly BaseRow[]): Promise<void> {
  const { watched, name } = resource;
  if (!watched) return;
  for (const unseen of await unseenChangesOf(db, name)) {
    const after = rows.find(({ id }) => id === unseen.rowId);
    if (after) await storeOne(db, watched, unseen, { ...unseen, after, version: after.version });
  }
}

/** Marks unseen changes in this event as deleted if a load did not bring their rows. */
export async function markMissingRowsDeleted(db: EventDatabase, resource: AnyResource, eventId: number | null): Promise<void> {
  const { watched, name } = resource;
  if (!watched) return;
  for (const unseen of await unseenChangesOf(db, name)) {
    const last: (BaseRow & { readonly eventId?: number }) | null = unseen.after;
    if (last?.eventId !== eventId || baseOf(await db.mirror(name).get(unseen.rowId)).row) continue;
    await storeOne(db, watched, unseen, { ...unseen, after: null, version: undefined });
  }
}

async function storeOne(
  db: EventDatabase,
  watched: readonly string[],
  unseen: UnseenChange | undefined,
  news: Omit<UnseenChange, 'id'>,
): Promise<void> {
  if (isSame(watched, news.before, news.after)) {
    if (unseen) await db.news.delete(unseen.id);
  } else {
    const { resource, rowId, before, after, version, at } = news;
    await (unseen
      ? db.news.update(unseen.id, { before, after, version, at })
      : db.news.add({ resource, rowId, before, after, version, at }));
  }
}

function isSame(watched: readonly string[], before: BaseRow | null, after: BaseRow | null): boolean {
  if (!before || !after) return before === after;
  return same(pick(before as never, watched), pick(after as never, watched));
}
