import { Temporal } from 'temporal-polyfill';

interface Entry {
  readonly uid: string;
  /** Days from today. */
  readonly day: number;
  /** Start and end as `HHMM`; without them the entry covers `days` whole days. */
  readonly hours?: readonly [string, string];
  readonly days?: number;
  readonly rule?: string;
  readonly summary: string;
  readonly location: string;
  readonly organizer: string;
  readonly url?: string;
}

const entries: readonly Entry[] = [
  {
    uid: 'stammtisch',
    day: -56,
    hours: ['1930', '2200'],
    rule: 'FREQ=WEEKLY;COUNT=40',
    summary: 'Offener Stammtisch / Open table',
    location: 'Gasthof zum Kranich, Seestraße 4',
    organizer: 'Camp-Verein',
  },
  {
    uid: 'repair',
    day: -100,
    hours: ['1400', '1800'],
    rule: 'FREQ=MONTHLY;BYDAY=3SA;COUNT=16',
    summary: 'Reparaturtreff / Repair café',
    location: 'Alte Mühle, Werkstatt',
    organizer: 'Mühlenverein',
    url: 'https://muehle.demo.example/reparatur',
  },
  {
    uid: 'singing',
    day: 0,
    hours: ['1800', '1900'],
    // Daily, so that the calendar has an entry on the day that it opens at, also after midnight and on later days of a demo.
    rule: 'FREQ=DAILY;COUNT=7',
    summary: 'Singen am Steg / Singing by the water',
    location: 'Bootssteg',
    organizer: 'Chor am See',
  },
  {
    uid: 'harbour',
    day: 5,
    days: 3,
    summary: 'Hafenfest / Harbour days',
    location: 'Hafen',
    organizer: 'Gemeinde Kranichsee',
    url: 'https://hafenfest.demo.example/',
  },
  {
    uid: 'night',
    day: 12,
    hours: ['2100', '0100'],
    summary: 'Sternennacht / Night of stars',
    location: 'Wiese hinter der Mühle',
    organizer: 'Sternwarte',
  },
];

/** Returns the calendar of a club near the camp as an iCalendar file (RFC 5545). `now` is in milliseconds since the epoch. */
export function clubCalendar(now: number, timeZone: string): string {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const lines = entries.flatMap(({ uid, day, hours, days = 1, rule, summary, location, organizer, url }) => {
    const dateOf = (offset: number): string =>
      today
        .add({ days: day + offset })
        .toString()
        .replaceAll('-', '');
    const [from, to] = hours ?? ['', ''];
    const overnight = to < from ? 1 : 0;
    const time = (offset: number, clock: string): string => `;TZID=${timeZone}:${dateOf(offset)}T${clock}00`;
    return [
      'BEGIN:VEVENT',
      `UID:${uid}@demo.example`,
      `DTSTART${hours ? time(0, from) : `;VALUE=DATE:${dateOf(0)}`}`,
      `DTEND${hours ? time(overnight, to) : `;VALUE=DATE:${dateOf(days)}`}`,
      ...(rule === undefined ? [] : [`RRULE:${rule}`]),
      `SUMMARY:${summary}`,
      `LOCATION:${location.replaceAll(',', String.raw`\,`)}`,
      `ORGANIZER;CN="${organizer}":mailto:${uid}@demo.example`,
      ...(url === undefined ? [] : [`URL:${url}`]),
      'END:VEVENT',
    ];
  });
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//demo//EN', `X-WR-TIMEZONE:${timeZone}`, ...lines, 'END:VCALENDAR', ''].join('\r\n');
}
