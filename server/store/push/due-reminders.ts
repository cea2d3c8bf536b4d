import { type Expression, sql, type SqlBool } from 'kysely';
import { type ReadHandle, sqlOf } from '../core/handles.ts';

/** Something that begins soon, with the time before its start (minutes) at which some people are reminded. */
export interface Reminder {
  readonly kind: 'entry' | 'meetup' | 'own';
  readonly id: string;
  readonly eventId: number;
  readonly title: string;
  readonly place: string;
  /** An instant (UTC). */
  readonly startDate: string;
  readonly minutes: number;
}

/** True if the person of a row has a device that receives pushes. */
const hasDevice = (person: 'marks.user_id' | 'attendances.user_id' | 'own_entries.author_id'): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from push_subscriptions where push_subscriptions.user_id = ${sql.ref(person)})`;

/** Selects everything that begins after an instant (UTC) and is in the agenda of a person with a device. */
function starts(db: ReadHandle, after: string) {
  return {
    entries: sqlOf(db)
      .selectFrom('schedule_entries as begin')
      .innerJoin('marks', 'marks.entry_id', 'begin.id')
      .where('marks.starred', '=', 1)
      .where('marks.remind_minutes', 'is not', null)
      .where(hasDevice('marks.user_id'))
      .where('begin.start_date', '>', after),
    meetups: sqlOf(db)
      .selectFrom('meetups as begin')
      .innerJoin('attendances', 'attendances.meetup_id', 'begin.id')
      .where('attendances.is_in', '=', 1)
      .where('attendances.remind_minutes', 'is not', null)
      .where(hasDevice('attendances.user_id'))
      .where('begin.start_date', '>', after),
    own: sqlOf(db)
      .selectFrom('own_entries')
      .where('own_entries.remind_minutes', 'is not', null)
      .where(hasDevice('own_entries.author_id'))
      .where('own_entries.start_date', '>', after),
  };
}

/** Returns the reminders of everything that begins after one instant (UTC) and not after another. */
export async function readReminders(db: ReadHandle, after: string, until: string): Promise<Reminder[]> {
  const { entries, meetups, own } = starts(db, after);
  const [ofEntries, ofMeetups, ofOwn] = await Promise.all([
    entries
      .select(['begin.id', 'begin.event_id as eventId', 'begin.title', 'begin.location_name as place', 'begin.start_date as startDate'])
      .select('marks.remind_minutes as minutes')
      .distinct()
      .where('begin.start_date', '<=', until)
      .execute(),
    meetups
      .select(['begin.id', 'begin.event_id as eventId', 'begin.title', 'begin.place', 'begin.start_date as startDate'])
      .select('attendances.remind_minutes as minutes')
      .distinct()
      .where('begin.start_date', '<=', until)
      .execute(),
    own
      .select(['id', 'event_id as eventId', 'title', 'place', 'start_date as startDate', 'remind_minutes as minutes'])
      .where('start_date', '<=', until)
      .execute(),
  ]);
  return [
    ...ofEntries.map((row) => ({ ...row, kind: 'entry' as const, minutes: row.minutes! })),
    ...ofMeetups.map((row) => ({ ...row, kind: 'meetup' as const, place: row.place ?? '', minutes: row.minutes! })),
    ...ofOwn.map((row) => ({ ...row, kind: 'own' as const, minutes: row.minutes! })),
  ];
}

/** Returns the first start (an instant) after another instant of anything that somebody is reminded of, or null. */
export async function readNextStart(db: ReadHandle, after: string): Promise<string | null> {
  const { entries, meetups, own } = starts(db, after);
  const first = await Promise.all([
    entries.select('begin.start_date as start').orderBy('begin.start_date').limit(1).executeTakeFirst(),
    meetups.select('begin.start_date as start').orderBy('begin.start_date').limit(1).executeTakeFirst(),
    own.select('start_date as start').orderBy('start_date').limit(1).executeTakeFirst(),
  ]);
  return first.flatMap((row) => row?.start ?? []).toSorted()[0] ?? null;
}

/** True for the person of a device (alias `device`) who is reminded of this, this long before. */
export function isReminded({ kind, id, minutes }: Pick<Reminder, 'kind' | 'id' | 'minutes'>): Expression<SqlBool> {
  if (kind === 'meetup')
    return sql<SqlBool>`exists (select 1 from attendances where attendances.meetup_id = ${id} and attendances.user_id = device.user_id
      and attendances.is_in = 1 and attendances.remind_minutes = ${minutes})`;
  if (kind === 'own')
    return sql<SqlBool>`exists (select 1 from own_entries where own_entries.id = ${id} and own_entries.author_id = device.user_id
      and own_entries.remind_minutes = ${minutes})`;
  return sql<SqlBool>`exists (select 1 from marks where marks.entry_id = ${id} and marks.user_id = device.user_id
    and marks.starred = 1 and marks.remind_minutes = ${minutes})`;
}

/** True for the person of a device (alias `device`) who has starred this entry. */
export const hasStarred = (entryId: string): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from marks where marks.entry_id = ${entryId} and marks.user_id = device.user_id and marks.starred = 1)`;

/** True for the person of a device (alias `device`) who comes to this meetup. */
export const comesTo = (meetupId: string): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from attendances where attendances.meetup_id = ${meetupId} and attendances.user_id = device.user_id and attendances.is_in = 1)`;
