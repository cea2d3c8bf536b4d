import type { EventRow } from '../resources/events.ts';
import type { ScheduleEntry } from '../resources/schedule.ts';

/** A component of jCal (RFC 7265), for a library to write as iCalendar text. */
export type JCal = [name: string, properties: JCalProperty[], components: JCal[]];
type JCalProperty = [name: string, parameters: Record<string, string>, type: string, ...values: (string | number | number[])[]];

/** Entries of a schedule as an iCalendar object (RFC 5545). `at` is the moment (ISO 8601, UTC) at which they are so. */
export function calendarOf(event: Pick<EventRow, 'title'>, entries: readonly ScheduleEntry[], at: string): JCal {
  return [
    'vcalendar',
    [
      ['version', {}, 'text', '2.0'],
      ['prodid', {}, 'text', '-//Event Companion//Schedule//EN'],
      // Of no standard, and what calendars go by.
      ['x-wr-calname', {}, 'text', plain(event.title)],
      ['name', {}, 'text', plain(event.title)],
      ['refresh-interval', { value: 'DURATION' }, 'duration', 'PT1H'],
    ],
    entries.map((entry) => calendarEntry(entry, at)),
  ];
}

function calendarEntry(entry: ScheduleEntry, at: string): JCal {
  const { id, version, title, details, startDate, endDate, locationName, locationAddress, locationUrl } = entry;
  const place = [locationName, locationAddress].filter((part) => part !== null && part.trim() !== '').join(', ');
  const [latitude, longitude] =
    /^geo:(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/
      .exec(locationUrl ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  return [
    'vevent',
    [
      ['uid', {}, 'text', `${id}@event-companion`],
      ['dtstamp', {}, 'date-time', toSecond(at)],
      ['sequence', {}, 'integer', version],
      ['dtstart', {}, 'date-time', toSecond(startDate)],
      ['dtend', {}, 'date-time', toSecond(endDate)],
      ['summary', {}, 'text', plain(title)],
      ['location', {}, 'text', plain(place)],
      ...(details === null || details.trim() === '' ? [] : [['description', {}, 'text', plain(details)] satisfies JCalProperty]),
      ...(/^https?:/i.test(locationUrl ?? '') ? [['url', {}, 'uri', oneLine(locationUrl ?? '')] satisfies JCalProperty] : []),
      ...(latitude === undefined || longitude === undefined ? [] : [['geo', {}, 'float', [latitude, longitude]] satisfies JCalProperty]),
    ],
    [],
  ];
}

/** The part of the library that writes iCalendar. */
interface CalendarWriter {
  foldLength: number;
  stringify(component: unknown[]): string;
}

/** The same as text: lines of at most 75 octets, of which the library leaves the space of a continuation uncounted. */
export function calendarText(library: CalendarWriter, ...[event, entries, at]: Parameters<typeof calendarOf>): string {
  library.foldLength = 74;
  return library.stringify(calendarOf(event, entries, at));
}

/** The same, piece by piece, with entries that come page by page. */
export async function* calendarPieces(
  library: CalendarWriter,
  event: Pick<EventRow, 'title'>,
  pages: AsyncIterable<readonly ScheduleEntry[]>,
  at: string,
): AsyncGenerator<string> {
  const empty = calendarText(library, event, [], at);
  const end = empty.lastIndexOf('END:VCALENDAR');
  yield empty.slice(0, end);
  for await (const entries of pages) yield entries.map((entry) => library.stringify(calendarEntry(entry, at))).join('');
  yield empty.slice(end);
}

/** A text as iCalendar may hold it (RFC 5545, 3.3.11): rows from before may have a bare CR or other controls. */
const plain = (text: string): string => text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, '');

/** An address is written as it is: a line break in it would begin another property. */
const oneLine = (url: string): string => url.replaceAll(/\p{Cc}/gu, '');

/** iCalendar counts in whole seconds. */
const toSecond = (instant: string): string => `${instant.slice(0, 19)}Z`;
