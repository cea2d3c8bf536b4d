import type { CalendarEvent } from '../../../contract/resources/calendar-events.ts';
import { type Reading, sqlOf, type Writing } from '../core/handles.ts';
import { loadRows } from './rows.ts';

/** A calendar as it was last read. */
export interface CalendarSource {
  readonly name: string;
  /** iCalendar (RFC 5545). */
  readonly text: string;
  /** Of a feed: a hash of where it was fetched. */
  readonly addressHash: string | null;
  readonly etag: string | null;
  /** When its server or its file last said that this is what it has, in ms since the epoch. */
  readonly readAt: number;
}

export async function readCalendarSources(db: Reading): Promise<CalendarSource[]> {
  const found = await sqlOf(db).selectFrom('calendar_sources').selectAll().orderBy('name').execute();
  return found.map(({ address_hash, read_at, ...source }) => ({
    ...source,
    addressHash: address_hash,
    readAt: read_at,
  }));
}

/** When a source was read last; null where there is none of that name. */
export async function calendarReadAt(db: Reading, name: string): Promise<number | null> {
  const found = await sqlOf(db).selectFrom('calendar_sources').select('read_at').where('name', '=', name).executeTakeFirst();
  return found?.read_at ?? null;
}

export async function saveCalendarSource(trx: Writing, { addressHash, readAt, ...source }: CalendarSource): Promise<void> {
  const values = { ...source, address_hash: addressHash, read_at: readAt };
  await sqlOf(trx)
    .insertInto('calendar_sources')
    .values(values)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
}

/** Answers whether there was one. */
export async function deleteCalendarSource(trx: Writing, name: string): Promise<boolean> {
  const { numDeletedRows } = await sqlOf(trx).deleteFrom('calendar_sources').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** What is between these moments (ISO 8601, UTC), the earliest first, and how much there is in all. */
export async function calendarBetween(
  db: Reading,
  { from, to, offset, limit }: { from: string | undefined; to: string | undefined; offset: number; limit: number },
): Promise<{ events: CalendarEvent[]; total: number }> {
  let query = sqlOf(db).selectFrom('calendar_events');
  // What has no length is at its start, and belongs to what begins there.
  if (from !== undefined) query = query.where((is) => is.or([is('end_time', '>', from), is('start_time', '>=', from)]));
  if (to !== undefined) query = query.where('start_time', '<', to);
  const { total } = await query.select((is) => is.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const found = await query.select('id').orderBy('start_time').orderBy('id').limit(limit).offset(offset).execute();
  return { events: await eventsOf(db, found), total };
}

/** Those whose ids begin so, as the ones of one source do. */
export async function calendarEventsOf(db: Reading, prefix: string): Promise<CalendarEvent[]> {
  const found = await sqlOf(db).selectFrom('calendar_events').select('id').where('id', 'like', `${prefix}%`).execute();
  return eventsOf(db, found);
}

async function eventsOf(db: Reading, found: readonly { id: string }[]): Promise<CalendarEvent[]> {
  const ids = found.map(({ id }) => id);
  const rows = await loadRows(db, 'calendarEvents', ids);
  return ids.map((id) => rows.get(id) as CalendarEvent);
}
