import type { CalendarEvent } from '#contract/resources/calendars.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import { loadRows } from './rows.ts';

export interface CalendarSource {
  readonly name: string;
  /** In iCalendar (RFC 5545). */
  readonly text: string;
  /** For a feed: the hash of its address. */
  readonly addressHash: string | null;
  readonly etag: string | null;
  /** When its server or file last confirmed this content, in ms since the epoch. */
  readonly readAt: number;
}

export async function readCalendarSources(db: ReadHandle): Promise<CalendarSource[]> {
  const found = await sqlOf(db).selectFrom('calendar_sources').selectAll().orderBy('name').execute();
  return found.map(({ address_hash, read_at, ...source }) => ({
    ...source,
    addressHash: address_hash,
    readAt: read_at,
  }));
}

/** Returns when a source was last read (ms since the epoch), or null. */
export async function calendarReadAt(db: ReadHandle, name: string): Promise<number | null> {
  const found = await sqlOf(db).selectFrom('calendar_sources').select('read_at').where('name', '=', name).executeTakeFirst();
  return found?.read_at ?? null;
}

export async function saveCalendarSource(trx: WriteHandle, { addressHash, readAt, ...source }: CalendarSource): Promise<void> {
  const values = { ...source, address_hash: addressHash, read_at: readAt };
  await sqlOf(trx)
    .insertInto('calendar_sources')
    .values(values)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
}

/** Returns whether there was one. */
export async function deleteCalendarSource(trx: WriteHandle, name: string): Promise<boolean> {
  const { numDeletedRows } = await sqlOf(trx).deleteFrom('calendar_sources').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the calendar events between these instants (ISO 8601, UTC), earliest first, and their total number. */
export async function calendarBetween(
  db: ReadHandle,
  { from, to, offset, limit }: { from: string | undefined; to: string | undefined; offset: number; limit: number },
): Promise<{ events: CalendarEvent[]; total: number }> {
  let query = sqlOf(db).selectFrom('calendar_events');
  // An event without a length belongs to its start.
  if (from !== undefined) query = query.where((is) => is.or([is('end_time', '>', from), is('start_time', '>=', from)]));
  if (to !== undefined) query = query.where('start_time', '<', to);
  const { total } = await query.select((is) => is.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const found = await query.select('id').orderBy('start_time').orderBy('id').limit(limit).offset(offset).execute();
  return { events: await eventsOf(db, found), total };
}

/** Returns the calendar events whose ids begin with the prefix of a source. */
export async function calendarEventsOf(db: ReadHandle, prefix: string): Promise<CalendarEvent[]> {
  const found = await sqlOf(db).selectFrom('calendar_events').select('id').where('id', 'like', `${prefix}%`).execute();
  return eventsOf(db, found);
}

async function eventsOf(db: ReadHandle, found: readonly { id: string }[]): Promise<CalendarEvent[]> {
  const ids = found.map(({ id }) => id);
  const rows = await loadRows(db, 'calendarEvents', ids);
  return ids.map((id) => rows.get(id) as CalendarEvent);
}
