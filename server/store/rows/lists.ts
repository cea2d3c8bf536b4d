import { limits } from '../../../contract/limits.ts';
import type { BaseRow } from '../../../contract/resource.ts';
import type { Code } from '../../../contract/resources/codes.ts';
import type { DatingParticipant } from '../../../contract/resources/dating-participants.ts';
import type { EventRow } from '../../../contract/resources/events.ts';
import type { MenuEntry } from '../../../contract/resources/menu-entries.ts';
import { type ModuleRow, moduleRowId } from '../../../contract/resources/modules.ts';
import type { Statistic } from '../../../contract/resources/statistics.ts';
import type { UserStatistic } from '../../../contract/resources/user-statistics.ts';
import { descriptorOf } from '../../resources/descriptors.ts';
import { catalogue } from '../../modules/catalogue.ts';
import { snakeCase } from './columns.ts';
import { loadRows, rowStoreOf } from './rows.ts';
import { chunkSize } from '../engine/chunks.ts';
import { anyTableOf, type Reading, sqlOf } from '../engine/handles.ts';

interface RowsOfEvent {
  menuEntries: MenuEntry;
  codes: Code;
  datingParticipants: DatingParticipant;
  statistics: Statistic;
  userStatistics: UserStatistic;
}

/** Which rows of a resource that has a table of its own, and in which order. */
export interface Listing {
  readonly resource: string;
  readonly eventId: number;
  /** Fields, `-` before one whose highest comes first. */
  readonly order: readonly string[];
  /** Only rows with these values. */
  readonly where?: Readonly<Record<string, unknown>> | undefined;
}

export async function listRows(db: Reading, listing: Listing, page?: { offset: number; limit: number }): Promise<BaseRow[]> {
  let query = listed(db, listing).select('id');
  for (const field of listing.order) {
    const isDown = field.startsWith('-');
    query = query.orderBy(snakeCase(isDown ? field.slice(1) : field), isDown ? 'desc' : 'asc');
  }
  const found = await (page ? query.limit(page.limit).offset(page.offset) : query).execute();
  return rowsOf(
    db,
    listing.resource,
    found.map(({ id }) => id as BaseRow['id']),
  );
}

/** Returns the first rows of a list that has no pages: as many as one answer may have, in number and in bytes. */
export async function boundedRows(db: Reading, listing: Listing): Promise<BaseRow[]> {
  const rows: BaseRow[] = [];
  let room: number = limits.listBytes;
  for (let offset = 0; offset < limits.listRows && room > 0; offset += chunkSize) {
    const limit = Math.min(chunkSize, limits.listRows - offset);
    const page = await listRows(db, listing, { offset, limit });
    const end = page.findIndex((row) => (room -= JSON.stringify(row).length) < 0);
    rows.push(...(end === -1 ? page : page.slice(0, end)));
    if (page.length < limit) break;
  }
  return rows;
}

export async function countRows(db: Reading, listing: Pick<Listing, 'resource' | 'eventId' | 'where'>): Promise<number> {
  const { count } = await listed(db, listing)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function listed(db: Reading, { resource, eventId, where = {} }: Pick<Listing, 'resource' | 'eventId' | 'where'>) {
  const { table } = descriptorOf(resource);
  if (table === undefined) throw new TypeError(`the rows of ${resource} have no table of their own`);
  const wanted = Object.entries(where).map(
    ([field, value]) => [snakeCase(field), typeof value === 'boolean' ? Number(value) : value] as const,
  );
  let query = anyTableOf(db).selectFrom(table).where('event_id', '=', eventId);
  for (const [column, value] of wanted) query = query.where(column, '=', value);
  return query;
}

/** All rows of one event, in no order. */
export async function listOfEvent<Name extends keyof RowsOfEvent>(
  db: Reading,
  resource: Name,
  eventId: number,
): Promise<RowsOfEvent[Name][]> {
  const ids = await rowStoreOf(resource).idsWhere(db, 'eventId', [eventId]);
  return rowsOf(db, resource, ids) as Promise<unknown> as Promise<RowsOfEvent[Name][]>;
}

/** The modules of an event, in the order of the catalogue. */
export async function listModules(db: Reading, eventId: number): Promise<ModuleRow[]> {
  const ids = catalogue.map(({ id }) => moduleRowId(eventId, id));
  return (await rowsOf(db, 'modules', ids)) as unknown as ModuleRow[];
}

export async function findEvent(db: Reading, id: number): Promise<EventRow | null> {
  const [row] = await rowsOf(db, 'events', [id]);
  return (row as unknown as EventRow | undefined) ?? null;
}

/** Visible events, and those in `memberOf`, the earliest first. */
export async function listEvents(db: Reading, memberOf: readonly number[]): Promise<EventRow[]> {
  const records = await sqlOf(db)
    .selectFrom('events')
    .select('id')
    .where((is) => is.or([is('visible', '=', 1), ...(memberOf.length > 0 ? [is('id', 'in', [...memberOf])] : [])]))
    .orderBy('start_date')
    .orderBy('id')
    .execute();
  return (await rowsOf(
    db,
    'events',
    records.map(({ id }) => id),
  )) as unknown as EventRow[];
}

/** Every event, hidden ones too, in the order of their ids. */
export async function listAllEvents(db: Reading): Promise<EventRow[]> {
  const records = await sqlOf(db).selectFrom('events').select('id').orderBy('id').execute();
  const ids = records.map(({ id }) => id);
  return (await rowsOf(db, 'events', ids)) as unknown as EventRow[];
}

/** Every event, hidden ones too, the one that starts last in front, a few at a time. */
export async function* allEvents(db: Reading): AsyncGenerator<readonly EventRow[]> {
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

async function rowsOf(db: Reading, resource: string, ids: readonly BaseRow['id'][]): Promise<BaseRow[]> {
  const rows = await loadRows(db, resource, ids);
  return ids.flatMap((id) => rows.get(id) ?? []);
}
