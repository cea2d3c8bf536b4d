import { times } from '#contract/times.ts';
import { valuesOf } from '../core/dialect.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import { insertMany } from '../core/insert-many.ts';

/** Rows shared within this time (ms) after the first are announced together. */
const gatherFor = 20 * times.second;

/** A shared row that others are notified of; the text is read from the row. `createdAt` is in ms since the epoch. */
export interface PendingNews {
  readonly resource: string;
  readonly rowId: string;
  readonly eventId: number;
  readonly authorId: number;
  readonly createdAt: number;
}

const insert = insertMany({
  table: 'push_news',
  columns: ['resource', 'row_id', 'event_id', 'author_id', 'created_at'],
  key: ['resource', 'row_id'],
  replaces: [],
});

/** Stores news; their receivers are determined later. */
export async function insertPendingNews(trx: WriteHandle, news: readonly Omit<PendingNews, 'createdAt'>[], now: number): Promise<void> {
  const rows = news.map(({ resource, rowId, eventId, authorId }) => ({
    resource,
    row_id: rowId,
    event_id: eventId,
    author_id: authorId,
    created_at: now,
  }));
  await insert(trx, rows);
}

/** Deletes the news of deleted rows. A concurrent transaction that turns them into pushes conflicts and runs again. */
export async function deletePendingNews(trx: WriteHandle, gone: readonly Pick<PendingNews, 'resource' | 'rowId'>[]): Promise<void> {
  for (const [resource, rows] of Map.groupBy(gone, (row) => row.resource)) {
    const ids = JSON.stringify(rows.map(({ rowId }) => rowId));
    await sqlOf(trx)
      .deleteFrom('push_news')
      .where('resource', '=', resource)
      .where('row_id', 'in', valuesOf<string>(sqlOf(trx), ids, 'text'))
      .execute();
  }
}

/** Removes and returns the due news, oldest first, together with newer ones of the same resource and event. */
export async function takeDueNews(trx: WriteHandle, now: number): Promise<PendingNews[]> {
  const kinds = await sqlOf(trx)
    .selectFrom('push_news')
    .select(['resource', 'event_id'])
    .distinct()
    .where('created_at', '<=', now - gatherFor)
    .execute();
  const news: PendingNews[] = [];
  for (const { resource, event_id: eventId } of kinds) {
    const taken = await sqlOf(trx)
      .deleteFrom('push_news')
      .where('resource', '=', resource)
      .where('event_id', '=', eventId)
      .returning(['id', 'row_id', 'author_id', 'created_at'])
      .execute();
    // SQLite does not guarantee the order of returned rows.
    for (const row of taken.toSorted((one, other) => one.id - other.id))
      news.push({ resource, eventId, rowId: row.row_id, authorId: row.author_id, createdAt: row.created_at });
  }
  return news;
}

/** Returns when the next news are due (ms since the epoch), or null. */
export async function nextNewsAt(db: ReadHandle): Promise<number | null> {
  const first = await sqlOf(db).selectFrom('push_news').select('created_at').orderBy('created_at').limit(1).executeTakeFirst();
  return first ? first.created_at + gatherFor : null;
}
