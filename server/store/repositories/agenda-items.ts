import type { CalendarItem } from '#contract/rules/schedule-calendar.ts';
import { times } from '#contract/times.ts';
import { type ReadHandle, sqlOf } from '../core/handles.ts';

const nothing = { details: null, locationUrl: null, locationAddress: null };

/** Returns a person's agenda in an event: starred entries, meetups that they joined, and own entries, by start. */
export async function readAgendaItems(db: ReadHandle, { userId, eventId }: { userId: number; eventId: number }): Promise<CalendarItem[]> {
  const entries = await sqlOf(db)
    .selectFrom('schedule_entries as entry')
    .innerJoin('marks', 'marks.entry_id', 'entry.id')
    .select(['entry.id', 'entry.version', 'entry.title', 'entry.details', 'entry.start_date as startDate', 'entry.end_date as endDate'])
    .select(['entry.location_name as locationName', 'entry.location_url as locationUrl', 'entry.location_address as locationAddress'])
    .select('marks.remind_minutes as alarmMinutes')
    .where('marks.user_id', '=', userId)
    .where('marks.event_id', '=', eventId)
    .where('marks.starred', '=', 1)
    .execute();
  const meetups = await sqlOf(db)
    .selectFrom('meetups as meetup')
    .innerJoin('attendances', 'attendances.meetup_id', 'meetup.id')
    .select(['meetup.id', 'meetup.version', 'meetup.title', 'meetup.description', 'meetup.place', 'meetup.start_date as startDate'])
    .select('attendances.remind_minutes as alarmMinutes')
    .where('attendances.user_id', '=', userId)
    .where('attendances.event_id', '=', eventId)
    .where('attendances.is_in', '=', 1)
    .execute();
  const own = await sqlOf(db)
    .selectFrom('own_entries')
    .select(['id', 'version', 'title', 'note', 'place', 'start_date as startDate', 'end_date as endDate'])
    .select('remind_minutes as alarmMinutes')
    .where('author_id', '=', userId)
    .where('event_id', '=', eventId)
    .execute();
  const items: CalendarItem[] = [
    ...entries,
    ...meetups.map(({ description: details, place, startDate, ...meetup }) => ({
      ...nothing,
      ...meetup,
      details,
      startDate,
      endDate: new Date(Date.parse(startDate) + times.meetup).toISOString(),
      locationName: place ?? '',
    })),
    ...own.map(({ note: details, place: locationName, ...entry }) => ({ ...nothing, ...entry, details, locationName })),
  ];
  return items.toSorted((one, other) => Date.parse(one.startDate) - Date.parse(other.startDate));
}
