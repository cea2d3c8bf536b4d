import type { EventRow } from '../resources/events.ts';
import type { ScheduleEntry } from '../resources/schedule.ts';

/** A component of jCal (RFC 7265), which a library writes as iCalendar text. */
export type JCal = [name: string, properties: JCalProperty[], components: JCal[]];
type JCalProperty = [name: string, parameters: Record<string, string>, type: string, ...values: (string | number | number[])[]];

/** The fields of a schedule entry that a calendar shows. `alarmMinutes` before the start the calendar rings; without it, it does not. */
export type CalendarItem = Omit<ScheduleEntry, 'eventId'> & { readonly alarmMinutes?: number | null };

/** Returns entries of a schedule as an iCalendar object (RFC 5545). `at` is the time of the snapshot (ISO 8601, UTC). */
export function calendarOf(event: Pick<EventRow, 'title'>, entries: readonly CalendarItem[], at: string): JCal {
  return [
    'vcalendar',
    [
      ['version', {}, 'text', '2.0'],
      ['prodid', {}, 'text', '-//Event Companion//Schedule//EN'],
      // No standard, but used by most calendars.
      ['x-wr-calname', {}, 'text', plain(event.title)],
      ['name', {}, 'text', plain(event.title)],
      ['refresh-interval', { value: 'DURATION' }, 'duration', 'PT1H'],
    ],
    entries.map((entry) => calendarEntry(entry, at)),
  ];
}

function calendarEntry(entry: CalendarItem, at: string): JCal {
  const { id, version, title, details, startDate, endDate, locationName, locationAddress, locationUrl } = entry;
  const { alarmMinutes = null } = entry;
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
    alarmMinutes === null ? [] : [alarm(plain(title), alarmMinutes)],
  ];
}

const alarm = (title: string, minutes: number): JCal => [
  'valarm',
  [
    ['action', {}, 'text', 'DISPLAY'],
    ['description', {}, 'text', title],
    ['trigger', {}, 'duration', `-PT${minutes}M`],
  ],
  [],
];

/** The part of the library that writes iCalendar. */
interface CalendarWriter {
  foldLength: number;
  stringify(component: unknown[]): string;
}

/** Returns the object as text with lines of at most 75 octets; the library does not count the space of a continuation. */
export function calendarText(library: CalendarWriter, ...[event, entries, at]: Parameters<typeof calendarOf>): string {
  library.foldLength = 74;
  return library.stringify(calendarOf(event, entries, at));
}

/** Yields the same text in pieces, with entries that arrive page by page. */
export async function* calendarPieces(
  library: CalendarWriter,
  event: Pick<EventRow, 'title'>,
  pages: AsyncIterable<readonly CalendarItem[]>,
  at: string,
): AsyncGenerator<string> {
  const empty = calendarText(library, event, [], at);
  const end = empty.lastIndexOf('END:VCALENDAR');
  yield empty.slice(0, end);
  for await (const entries of pages) yield entries.map((entry) => library.stringify(calendarEntry(entry, at))).join('');
  yield empty.slice(end);
}

/** Returns a text as allowed by iCalendar (RFC 5545, 3.3.11): old rows may contain a bare CR or other controls. */
const plain = (text: string): string => text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, '');

/** A URL is written unescaped, so a line break in it would start another property. */
const oneLine = (url: string): string => url.replaceAll(/\p{Cc}/gu, '');

/** iCalendar has whole seconds. */
const toSecond = (instant: string): string => `${instant.slice(0, 19)}Z`;
