import { times } from '../../../contract/times.ts';
import { valuesOf } from '../core/dialect.ts';
import { type Reading, sqlOf, type Writing } from '../core/handles.ts';
import { insertMany } from '../core/insert-many.ts';

/** What comes within this time (ms) of the first is told with it. */
const gatherFor = 20 * times.second;

/** Something that somebody shared in an event, and others are to be told of: the words are in its row. `createdAt` is in ms since the epoch. */
export interface NotedNews {
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

/** Notes what is to be told of, whoever will hear it. */
export async function noteNews(trx: Writing, news: readonly Omit<NotedNews, 'createdAt'>[], now: number): Promise<void> {
  const rows = news.map(({ resource, rowId, eventId, authorId }) => ({
    resource,
    row_id: rowId,
    event_id: eventId,
    author_id: authorId,
    created_at: now,
  }));
  await insert(trx, rows);
}

/** Of rows that are gone nothing is to be told: whoever makes messages of them at the same time, and did not see that they are, does it again. */
export async function forgetNews(trx: Writing, gone: readonly Pick<NotedNews, 'resource' | 'rowId'>[]): Promise<void> {
  for (const [resource, rows] of Map.groupBy(gone, (row) => row.resource)) {
    const ids = JSON.stringify(rows.map(({ rowId }) => rowId));
    await sqlOf(trx)
      .deleteFrom('push_news')
      .where('resource', '=', resource)
      .where('row_id', 'in', valuesOf<string>(sqlOf(trx), ids, 'text'))
      .execute();
  }
}

/** Takes away what is due, oldest first, with what came meanwhile of the same kind in the same event. */
export async function takeDueNews(trx: Writing, now: number): Promise<NotedNews[]> {
  const kinds = await sqlOf(trx)
    .selectFrom('push_news')
    .select(['resource', 'event_id'])
    .distinct()
    .where('created_at', '<=', now - gatherFor)
    .execute();
  const news: NotedNews[] = [];
  for (const { resource, event_id: eventId } of kinds) {
    const taken = await sqlOf(trx)
      .deleteFrom('push_news')
      .where('resource', '=', resource)
      .where('event_id', '=', eventId)
      .returning(['id', 'row_id', 'author_id', 'created_at'])
      .execute();
    // SQLite returns deleted rows in no promised order.
    for (const row of taken.toSorted((one, other) => one.id - other.id))
      news.push({ resource, eventId, rowId: row.row_id, authorId: row.author_id, createdAt: row.created_at });
  }
  return news;
}

/** When the next is due; null where nothing waits. */
export async function nextNewsAt(db: Reading): Promise<number | null> {
  const first = await sqlOf(db).selectFrom('push_news').select('created_at').orderBy('created_at').limit(1).executeTakeFirst();
  return first ? first.created_at + gatherFor : null;
}
