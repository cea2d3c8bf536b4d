import { limits } from '#contract/limits.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { Code } from '#contract/resources/codes.ts';
import type { DatingParticipant } from '#contract/resources/dating.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { type MenuEntry, type ModuleRow, moduleRowId } from '#contract/resources/modules.ts';
import type { Statistic } from '#contract/resources/statistics.ts';
import { descriptorOf } from '#server/resources/catalogue/descriptors.ts';
import { catalogue } from '#server/resources/catalogue/modules.ts';
import { snakeCase } from './columns.ts';
import { loadRows, rowStoreOf } from './rows.ts';
import { chunkSize, chunksOf } from '#server/store/core/chunks.ts';
import { anyTableOf, type ReadHandle, sqlOf } from '#server/store/core/handles.ts';

interface RowsOfEvent {
  menuEntries: MenuEntry;
  codes: Code;
  datingParticipants: DatingParticipant;
  statistics: Statistic;
}

/** The rows of a resource with its own table, and their order. */
export interface Listing {
  readonly resource: string;
  readonly eventId: number;
  /** Fields, with `-` for descending order. */
  readonly order: readonly string[];
  readonly where?: Readonly<Record<string, unknown>> | undefined;
}

export async function listRows(db: ReadHandle, listing: Listing, page?: { offset: number; limit: number }): Promise<BaseRow[]> {
  const query = inOrder(listed(db, listing).select('id'), listing);
  const found = await (page ? query.limit(page.limit).offset(page.offset) : query).execute();
  return rowsOf(
    db,
    listing.resource,
    found.map(({ id }) => id as BaseRow['id']),
  );
}

/** Returns the first rows of a list without pages, limited in number and bytes, and the total number. */
export async function boundedRows(
  db: ReadHandle,
  listing: Listing,
  mostRows: number = limits.listRows,
): Promise<{ rows: BaseRow[]; total: number }> {
  const rows: BaseRow[] = [];
  const room = new AnswerRoom();
  for (let offset = 0; offset < mostRows && !room.isFull; offset += chunkSize) {
    const limit = Math.min(chunkSize, mostRows - offset);
    const page = await listRows(db, listing, { offset, limit });
    rows.push(...room.take(page));
    if (page.length < limit && !room.isFull) return { rows, total: rows.length };
  }
  return { rows, total: await countRows(db, listing) };
}

export async function countRows(db: ReadHandle, listing: Pick<Listing, 'resource' | 'eventId' | 'where'>): Promise<number> {
  const { count } = await listed(db, listing)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function listed(db: ReadHandle, { resource, eventId, where = {} }: Pick<Listing, 'resource' | 'eventId' | 'where'>) {
  const { table } = descriptorOf(resource);
  if (table === undefined) throw new TypeError(`the rows of ${resource} have no table of their own`);
  const conditions = Object.entries(where).map(
    ([field, value]) => [snakeCase(field), typeof value === 'boolean' ? Number(value) : value] as const,
  );
  let query = anyTableOf(db).selectFrom(table).where('event_id', '=', eventId);
  for (const [column, value] of conditions) query = query.where(column, '=', value);
  return query;
}

function inOrder<Query extends { orderBy(column: string, direction: 'asc' | 'desc'): Query }>(query: Query, { order }: Listing): Query {
  return order.reduce((ordered, field) => {
    const isDown = field.startsWith('-');
    return ordered.orderBy(snakeCase(isDown ? field.slice(1) : field), isDown ? 'desc' : 'asc');
  }, query);
}

export async function listOfEvent<Name extends keyof RowsOfEvent>(
  db: ReadHandle,
  resource: Name,
  eventId: number,
): Promise<RowsOfEvent[Name][]> {
  const ids = await rowStoreOf(resource).idsWhere(db, 'eventId', [eventId]);
  return rowsOf(db, resource, ids) as Promise<unknown> as Promise<RowsOfEvent[Name][]>;
}

export async function listModules(db: ReadHandle, eventId: number): Promise<ModuleRow[]> {
  const ids = catalogue.map(({ id }) => moduleRowId(eventId, id));
  return (await rowsOf(db, 'modules', ids)) as unknown as ModuleRow[];
}

export async function findEvent(db: ReadHandle, id: number): Promise<EventRow | null> {
  const [row] = await rowsOf(db, 'events', [id]);
  return (row as unknown as EventRow | undefined) ?? null;
}

export async function versionsOf(db: ReadHandle, listing: Listing): Promise<{ id: string; version: number }[]> {
  return inOrder(listed(db, listing).select(['id', 'version']), listing).execute();
}

export async function sumOf(db: ReadHandle, listing: Pick<Listing, 'resource' | 'eventId' | 'where'>, field: string): Promise<number> {
  const { sum } = await listed(db, listing)
    .select((is) => is.fn.sum<number | string | null>(snakeCase(field)).as('sum'))
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Returns visible events and those in `memberOf`, earliest first; if they exceed one answer, the latest ones. */
export async function listEvents(db: ReadHandle, memberOf: readonly number[]): Promise<EventRow[]> {
  const records = await sqlOf(db)
    .selectFrom('events')
    .select('id')
    .where((is) => is.or([is('visible', '=', 1), ...(memberOf.length > 0 ? [is('id', 'in', [...memberOf])] : [])]))
    .orderBy('start_date', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.listRows)
    .execute();
  const events: BaseRow[] = [];
  const room = new AnswerRoom();
  for (const chunk of chunksOf(records, chunkSize)) {
    const ids = chunk.map(({ id }) => id);
    if (!room.isFull) events.push(...room.take(await rowsOf(db, 'events', ids)));
  }
  return events.toReversed() as unknown as EventRow[];
}

/** Returns the titles of events, hidden ones included, the latest end first. */
export async function listTitles(db: ReadHandle, most: number): Promise<Map<number, string>> {
  const found = await sqlOf(db)
    .selectFrom('events')
    .select(['id', 'title'])
    .orderBy('end_date', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
  return new Map(found.map(({ id, title }) => [id, title]));
}

/** Returns every event, hidden ones included, ordered by id. */
export async function listAllEvents(db: ReadHandle): Promise<EventRow[]> {
  const records = await sqlOf(db).selectFrom('events').select('id').orderBy('id').execute();
  const ids = records.map(({ id }) => id);
  return (await rowsOf(db, 'events', ids)) as unknown as EventRow[];
}

/** Yields every event in chunks, hidden ones included, the latest start first. */
export async function* allEvents(db: ReadHandle): AsyncGenerator<readonly EventRow[]> {
  for (let last: { id: number; start_date: string } | undefined; ;) {
    let query = sqlOf(db).selectFrom('events').select(['id', 'start_date']).orderBy('start_date', 'desc').orderBy('id', 'desc');
    if (last) {
      const { id, start_date: start } = last;
      query = query.where((is) => is.or([is('start_date', '<', start), is.and([is('start_date', '=', start), is('id', '<', id)])]));
    }
    const found = await query.limit(chunkSize).execute();
    const ids = found.map((event) => event.id);
    yield (await rowsOf(db, 'events', ids)) as unknown as EventRow[];
    last = found.at(-1);
    if (found.length < chunkSize) return;
  }
}

/** Yields the rows with these ids page by page; rows deleted since are left out. */
export async function* pagesOfRows(
  db: ReadHandle,
  resource: string,
  ids: readonly BaseRow['id'][],
  size: number,
): AsyncGenerator<BaseRow[]> {
  for (const chunk of chunksOf(ids, size)) yield rowsOf(db, resource, chunk);
}

async function rowsOf(db: ReadHandle, resource: string, ids: readonly BaseRow['id'][]): Promise<BaseRow[]> {
  const rows = await loadRows(db, resource, ids);
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Limits the rows of one answer by their size in bytes. */
export class AnswerRoom {
  #left: number = limits.listBytes;

  get isFull(): boolean {
    return this.#left < 0;
  }

  take<Row>(rows: readonly Row[]): readonly Row[] {
    const end = rows.findIndex((row) => (this.#left -= JSON.stringify(row).length) < 0);
    return end === -1 ? rows : rows.slice(0, end);
  }
}
