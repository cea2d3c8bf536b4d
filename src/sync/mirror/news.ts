import { type AnyResource, type BaseRow, entityKey, type RowId } from '../../../contract/resource.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { News, OutboxEntry } from '../../db/records.ts';
import { baseOf, rebase } from './rebase.ts';
import { pick, same } from './merge.ts';
import { unseenOf } from './unseen.ts';

interface Change {
  readonly id: RowId;
  readonly version: number;
  readonly row: BaseRow | null;
  readonly key?: string | undefined;
}

/** Commands that a change brings the answers to, by the row that they are on. */
export type Settled = ReadonlyMap<string, readonly OutboxEntry[]>;

/**
 * Notes what others changed in fields that a resource watches, before the change is stored: old and new, until the person has seen it.
 * Several changes of one row are one piece of news; one that is taken back is none. Of a change that brings the answer to commands of
 * this device, news is only what those did not do; while scopes are loaded, only what is `ofWhatIsHere`. Runs inside the transaction that
 * stores the page, or the answers.
 */
export async function noteNews(
  db: EventDatabase,
  resource: AnyResource,
  changes: readonly Change[],
  now: number,
  { settled, ofWhatIsHere = false }: { readonly settled: Settled; readonly ofWhatIsHere?: boolean },
): Promise<void> {
  const { watched } = resource;
  if (!watched) return;
  const ownOf = ({ id }: Change): readonly OutboxEntry[] => settled.get(entityKey({ resource: resource.name, id })) ?? [];
  // Another device of the same person may have made it: that is no news either.
  const told = changes.filter((change) => change.key === undefined || ownOf(change).length > 0);
  const records = await db.mirror(resource.name).bulkGet(told.map(({ id }) => id));
  for (const [index, change] of told.entries()) {
    const { id, row, version } = change;
    const known = baseOf(records[index]);
    if (version <= known.version || (ofWhatIsHere && known.version === 0)) continue;
    const own = ownOf(change);
    const unseen = await db.news.get({ resource: resource.name, rowId: id });
    const before = rebase(resource, unseen ? unseen.before : known.row, own);
    if (own.length > 0 && (before === null || row === null)) continue;
    await tell(db, watched, unseen, { resource: resource.name, rowId: id, before, after: row, at: now });
  }
}

/** A load brings rows as they are now: what is unseen of them is told so, too. Runs inside the transaction that stores the page. */
export async function renewNews(db: EventDatabase, resource: AnyResource, rows: readonly BaseRow[]): Promise<void> {
  const { watched, name } = resource;
  if (!watched) return;
  for (const unseen of await unseenOf(db, name)) {
    const after = rows.find(({ id }) => id === unseen.rowId);
    if (after) await tell(db, watched, unseen, { ...unseen, after });
  }
}

/** At the end of a load: what is unseen of rows of this event that did not come with it is about rows that are gone. */
export async function dropNewsOfGone(db: EventDatabase, resource: AnyResource, eventId: number | null): Promise<void> {
  const { watched, name } = resource;
  if (!watched) return;
  for (const unseen of await unseenOf(db, name)) {
    const last: (BaseRow & { readonly eventId?: number }) | null = unseen.after;
    if (last?.eventId !== eventId || baseOf(await db.mirror(name).get(unseen.rowId)).row) continue;
    await tell(db, watched, unseen, { ...unseen, after: null });
  }
}

async function tell(db: EventDatabase, watched: readonly string[], unseen: News | undefined, news: Omit<News, 'id'>): Promise<void> {
  if (isSame(watched, news.before, news.after)) {
    if (unseen) await db.news.delete(unseen.id);
  } else {
    const { resource, rowId, before, after, at } = news;
    await (unseen ? db.news.update(unseen.id, { before, after, at }) : db.news.add({ resource, rowId, before, after, at }));
  }
}

function isSame(watched: readonly string[], before: BaseRow | null, after: BaseRow | null): boolean {
  if (!before || !after) return before === after;
  return same(pick(before as never, watched), pick(after as never, watched));
}
