import { type Expression, sql, type SqlBool } from 'kysely';
import { times } from '#contract/times.ts';
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

const usual = times.reminder / times.minute;

/** Returns the reminders of everything that begins after one instant (UTC) and not after another. */
export async function readReminders(db: ReadHandle, after: string, until: string): Promise<Reminder[]> {
  const entries = await sqlOf(db)
    .selectFrom('schedule_entries as entry')
    .innerJoin('marks', 'marks.entry_id', 'entry.id')
    .select(['entry.id', 'entry.event_id as eventId', 'entry.title', 'entry.location_name as place', 'entry.start_date as startDate'])
    .select('marks.remind_minutes as minutes')
    .distinct()
    .where('marks.starred', '=', 1)
    .where('marks.remind_minutes', 'is not', null)
    .where('entry.start_date', '>', after)
    .where('entry.start_date', '<=', until)
    .execute();
  const meetups = await sqlOf(db)
    .selectFrom('meetups as meetup')
    .select(['meetup.id', 'meetup.event_id as eventId', 'meetup.title', 'meetup.place', 'meetup.start_date as startDate'])
    .where('meetup.start_date', '>', after)
    .where('meetup.start_date', '<=', until)
    .where((is) =>
      is.exists(
        is
          .selectFrom('attendances')
          .select('attendances.id')
          .whereRef('attendances.meetup_id', '=', 'meetup.id')
          .where('attendances.is_in', '=', 1),
      ),
    )
    .execute();
  const own = await sqlOf(db)
    .selectFrom('own_entries')
    .select(['id', 'event_id as eventId', 'title', 'place', 'start_date as startDate'])
    .where('start_date', '>', after)
    .where('start_date', '<=', until)
    .execute();
  return [
    ...entries.map((row) => ({ ...row, kind: 'entry' as const, minutes: row.minutes ?? usual })),
    ...meetups.map((row) => ({ ...row, kind: 'meetup' as const, place: row.place ?? '', minutes: usual })),
    ...own.map((row) => ({ ...row, kind: 'own' as const, minutes: usual })),
  ];
}

/** Returns the first start (an instant) after another instant of anything that somebody may be reminded of, or null. */
export async function readNextStart(db: ReadHandle, after: string): Promise<string | null> {
  const starts = await Promise.all([
    sqlOf(db)
      .selectFrom('schedule_entries as entry')
      .innerJoin('marks', 'marks.entry_id', 'entry.id')
      .select('entry.start_date as start')
      .where('marks.starred', '=', 1)
      .where('entry.start_date', '>', after)
      .orderBy('entry.start_date')
      .limit(1)
      .executeTakeFirst(),
    ...(['meetups', 'own_entries'] as const).map((table) =>
      sqlOf(db)
        .selectFrom(table)
        .select('start_date as start')
        .where('start_date', '>', after)
        .orderBy('start_date')
        .limit(1)
        .executeTakeFirst(),
    ),
  ]);
  return starts.flatMap((row) => row?.start ?? []).toSorted()[0] ?? null;
}

/** True for the person of a device (alias `device`) who is reminded of this, this long before. */
export function isReminded({ kind, id, minutes }: Pick<Reminder, 'kind' | 'id' | 'minutes'>): Expression<SqlBool> {
  if (kind === 'meetup') return comesTo(id);
  if (kind === 'own')
    return sql<SqlBool>`exists (select 1 from own_entries where own_entries.id = ${id} and own_entries.author_id = device.user_id)`;
  return sql<SqlBool>`exists (select 1 from marks where marks.entry_id = ${id} and marks.user_id = device.user_id
    and marks.starred = 1 and marks.remind_minutes = ${minutes})`;
}

/** True for the person of a device (alias `device`) who has starred this entry. */
export const hasStarred = (entryId: string): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from marks where marks.entry_id = ${entryId} and marks.user_id = device.user_id and marks.starred = 1)`;

/** True for the person of a device (alias `device`) who comes to this meetup. */
export const comesTo = (meetupId: string): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from attendances where attendances.meetup_id = ${meetupId} and attendances.user_id = device.user_id and attendances.is_in = 1)`;
