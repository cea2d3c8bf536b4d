import { expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { times } from '../times.ts';
import { calendarText } from './calendar-text.ts';
import { type Occurrences, readOccurrences } from './occurrences.ts';
import { NoCalendar } from './parse-calendars.ts';

const now = Date.UTC(2026, 6, 15, 12);

const calendarOf = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', 'UID:one', 'SUMMARY:One', ...lines, 'END:VEVENT'];
const read = (text: string, part: object = {}): Occurrences =>
  readOccurrences(text, { from: now - 60 * times.day, to: now + 60 * times.day, now, timeZone: 'Europe/Berlin', ...part });
const starts = (...lines: string[]): string[] => read(calendarOf(...lines)).occurrences.map(({ startTime }) => startTime);
const only = (...lines: string[]) => {
  const { occurrences } = read(calendarOf(...event(...lines)));
  expect(occurrences).toHaveLength(1);
  return occurrences[0]!;
};

const vtimezone = [
  'BEGIN:VTIMEZONE',
  'TZID:Camp Time',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0500',
  'TZOFFSETTO:+0530',
  'END:STANDARD',
  'END:VTIMEZONE',
];

test.each([
  ['UTC', 'DTSTART:20260720T180000Z', '2026-07-20T18:00:00.000Z', 'Europe/Berlin'],
  ['a zone that everybody knows', 'DTSTART;TZID=America/New_York:20260720T180000', '2026-07-20T22:00:00.000Z', 'America/New_York'],
  [
    'a zone with a file path before its name',
    'DTSTART;TZID=/example.org/Europe/Lisbon:20260720T180000',
    '2026-07-20T17:00:00.000Z',
    'Europe/Lisbon',
  ],
  ["the reader's zone if it names none", 'DTSTART:20260720T180000', '2026-07-20T16:00:00.000Z', 'Europe/Berlin'],
  ['an unknown zone', 'DTSTART;TZID=Middle Earth:20260720T180000', '2026-07-20T16:00:00.000Z', 'Europe/Berlin'],
])('reads a time in %s', (_name, line, startTime, timeZone) => {
  expect(only(line)).toMatchObject({ startTime, endTime: startTime, timeZone, allDay: false });
});

test('reads a zone that the calendar defines, and one that it names for floating times', () => {
  const [defined] = read(calendarOf(...vtimezone, ...event('DTSTART;TZID=Camp Time:20260720T180000'))).occurrences;
  expect(defined).toMatchObject({ startTime: '2026-07-20T12:30:00.000Z', timeZone: 'Europe/Berlin' });
  const [named] = read(calendarOf('X-WR-TIMEZONE:Asia/Tokyo', ...event('DTSTART:20260720T180000'))).occurrences;
  expect(named).toMatchObject({ startTime: '2026-07-20T09:00:00.000Z', timeZone: 'Asia/Tokyo' });
});

test('keeps the local hour of a series and the length of each occurrence across a clock change', () => {
  const from = Date.UTC(2026, 9, 20);
  const series = event(
    'DTSTART;TZID=Europe/Berlin:20261023T230000',
    'DTEND;TZID=Europe/Berlin:20261024T040000',
    'RRULE:FREQ=DAILY;COUNT=3',
  );
  const { occurrences } = read(calendarOf(...series), { from, to: from + 20 * times.day });
  // Clocks are set back in the night to the 25th.
  expect(occurrences.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
    ['2026-10-23T21:00:00.000Z', '2026-10-24T02:00:00.000Z'],
    ['2026-10-24T21:00:00.000Z', '2026-10-25T02:00:00.000Z'],
    ['2026-10-25T22:00:00.000Z', '2026-10-26T03:00:00.000Z'],
  ]);
});

test('leaves out excluded occurrences, also by another zone, by date, and after an exclusion that matches nothing', () => {
  const rule = ['DTSTART;TZID=Europe/Berlin:20260720T190000', 'RRULE:FREQ=DAILY;COUNT=6'];
  const excluded = ['EXDATE;TZID=Europe/Berlin:20260720T180000,20260721T190000', 'EXDATE:20260722T170000Z', 'EXDATE;VALUE=DATE:20260723'];
  expect(starts(...event(...rule, ...excluded))).toEqual(['20', '24', '25'].map((day) => `2026-07-${day}T17:00:00.000Z`));
});

test('adds the dates of RDATE to those of the rule', () => {
  expect(starts(...event('DTSTART:20260720T100000Z', 'RDATE:20260722T100000Z,20260729T120000Z'))).toEqual([
    '2026-07-20T10:00:00.000Z',
    '2026-07-22T10:00:00.000Z',
    '2026-07-29T12:00:00.000Z',
  ]);
});

test('replaces an occurrence by its exception under the same key, also if it was moved', () => {
  const series = event('DTSTART:20260720T100000Z', 'RRULE:FREQ=DAILY;COUNT=3');
  const plain = read(calendarOf(...series)).occurrences;
  const moved = event('RECURRENCE-ID:20260721T100000Z', 'DTSTART:20260810T150000Z', 'SUMMARY:Moved');
  const { occurrences } = read(calendarOf(...moved, ...series));
  expect(occurrences.map(({ startTime }) => startTime.slice(5, 13))).toEqual(['07-20T10', '07-22T10', '08-10T15']);
  expect(occurrences[2]?.key).toBe(plain[1]?.key);
});

test('leaves out cancelled and private entries, also single occurrences', () => {
  const at = 'DTSTART:20260720T100000Z';
  for (const line of ['STATUS:CANCELLED', 'CLASS:PRIVATE', 'CLASS:CONFIDENTIAL']) expect(starts(...event(at, line))).toEqual([]);
  const gone = event('RECURRENCE-ID:20260721T100000Z', 'DTSTART:20260721T100000Z', 'STATUS:CANCELLED');
  expect(starts(...event(at, 'RRULE:FREQ=DAILY;COUNT=3'), ...gone)).toEqual(['2026-07-20T10:00:00.000Z', '2026-07-22T10:00:00.000Z']);
});

test('moves all later occurrences when an exception has RANGE=THISANDFUTURE', () => {
  const later = event('RECURRENCE-ID;RANGE=THISANDFUTURE:20260722T100000Z', 'DTSTART:20260722T140000Z');
  expect(starts(...event('DTSTART:20260720T100000Z', 'RRULE:FREQ=DAILY;COUNT=4'), ...later).map((start) => start.slice(8, 13))).toEqual([
    '20T10',
    '21T10',
    '22T14',
    '23T14',
  ]);
});

test('reads whole days the same in every zone', () => {
  const day = { allDay: true, timeZone: 'UTC', startTime: '2026-07-20T00:00:00.000Z' };
  expect(only('DTSTART;VALUE=DATE:20260720')).toMatchObject({ ...day, endTime: '2026-07-21T00:00:00.000Z' });
  expect(only('DTSTART;VALUE=DATE:20260720', 'DTEND;VALUE=DATE:20260723')).toMatchObject({ ...day, endTime: '2026-07-23T00:00:00.000Z' });
});

test('takes the end from DTEND or DURATION, and never before the start', () => {
  const start = 'DTSTART:20260720T100000Z';
  expect(only(start, 'DURATION:PT90M').endTime).toBe('2026-07-20T11:30:00.000Z');
  expect(only(start, 'DTEND;TZID=America/New_York:20260720T090000').endTime).toBe('2026-07-20T13:00:00.000Z');
  expect(only(start, 'DTEND:20260720T090000Z').endTime).toBe('2026-07-20T10:00:00.000Z');
});

test('limits texts to one well-formed line, names the organiser or their address, and links only web pages', () => {
  const start = 'DTSTART:20260720T100000Z';
  const long = '😀'.repeat(200);
  const told = only(
    start,
    'SUMMARY: <b>A</b>\\n B\u0007 ',
    `LOCATION:${long}${long}${long}`,
    'ORGANIZER;CN=Club:mailto:a@b.example',
    'URL:https://c.example/d',
  );
  expect(told).toMatchObject({ conveyor: 'Club', url: 'https://c.example/d' });
  expect(told.location).toHaveLength(limits.descriptionLength);
  expect(told.location?.isWellFormed()).toBe(true);
  expect(only(start, 'ORGANIZER:MAILTO:a@b.example')).toMatchObject({ conveyor: 'a@b.example', location: null });
  expect(only(start, 'URL:javascript:alert(1)').url).toBeNull();
});

test('reads the other entries if one is malformed', () => {
  const bad = [event('DTSTART:tomorrow'), event(), event('DTSTART:20260720T100000Z', 'RRULE:FREQ=NEVER')];
  const good = ['BEGIN:VEVENT', 'UID:two', 'DTSTART:20260721T100000Z', 'END:VEVENT'];
  for (const one of bad) {
    const { occurrences, entries, leftOut } = read(calendarOf(...one, ...good));
    expect([occurrences.map(({ title }) => title), entries, leftOut.map(([why]) => why)]).toEqual([[''], 2, ['unreadable']]);
  }
});

test('keeps the entries nearest to now if there are too many, future ones first', () => {
  const hourly = event('DTSTART:20260701T000000Z', 'DTEND:20260701T003000Z', 'RRULE:FREQ=HOURLY');
  const { occurrences, dropped } = read(calendarOf(...hourly, ...hourly.map((line) => line.replace('UID:one', 'UID:two'))));
  expect(occurrences).toHaveLength(limits.calendarEvents);
  expect(dropped).toBeGreaterThan(0);
  const times = occurrences.map(({ endTime }) => Date.parse(endTime));
  expect(Math.min(...times)).toBeGreaterThan(now - 1);
});

test('stops following an endless series, and skips the time before the window cheaply', () => {
  const { occurrences, dropped } = read(calendarOf(...event('DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY')));
  expect([occurrences.length, dropped]).toEqual([0, 1]);
});

test('merges several calendars of one file, and throws if there is none', () => {
  const second = calendarOf('BEGIN:VEVENT', 'UID:two', 'DTSTART:20260721T100000Z', 'END:VEVENT');
  expect(read(calendarOf(...event('DTSTART:20260720T100000Z')) + second).occurrences).toHaveLength(2);
  for (const text of ['', '<html>', 'BEGIN:VCARD\r\nVERSION:4.0\r\nEND:VCARD\r\n', 'BEGIN:VCALENDAR\r\nnonsense']) {
    expect(() => read(text)).toThrow(NoCalendar);
  }
});

test('keeps entries that share a UID but not the start, and reports real duplicates', () => {
  const at = (day: number, ...lines: string[]) => event(`DTSTART:202607${day}T100000Z`, ...lines);
  const { occurrences, entries, taken, leftOut } = read(calendarOf(...at(20), ...at(21, 'SEQUENCE:2'), ...at(22), ...at(21)));
  expect(occurrences.map(({ startTime }) => startTime.slice(8, 10))).toEqual(['20', '21', '22']);
  expect(new Set(occurrences.map(({ key }) => key)).size).toBe(3);
  expect([entries, taken, leftOut]).toEqual([4, 3, [['twice', 'One']]]);
});

test.each([
  ['W. Europe Standard Time', '2026-07-20T16:00:00.000Z', 'Europe/Berlin'],
  ['Eastern Standard Time', '2026-07-20T22:00:00.000Z', 'America/New_York'],
  ['Tokyo Standard Time', '2026-07-20T09:00:00.000Z', 'Asia/Tokyo'],
])('reads a time in the Windows zone %s', (zone, startTime, timeZone) => {
  const { occurrences, unknownZones } = read(calendarOf(...event(`DTSTART;TZID=${zone}:20260720T180000`)), { timeZone: 'UTC' });
  expect([occurrences, unknownZones]).toMatchObject([[{ startTime, timeZone }], []]);
});

test('reports unknown zones, and counts floating entries of a calendar without a zone', () => {
  const unknown = event('DTSTART;TZID=Middle Earth:20260720T180000');
  const floating = ['BEGIN:VEVENT', 'UID:two', 'DTSTART:20260720T180000', 'END:VEVENT'];
  expect(read(calendarOf(...unknown, ...floating))).toMatchObject({ unknownZones: ['Middle Earth'], withoutZone: 1 });
  expect(read(calendarOf('X-WR-TIMEZONE:Asia/Tokyo', ...floating))).toMatchObject({ unknownZones: [], withoutZone: 0 });
  expect(read(calendarOf(...vtimezone, ...event('DTSTART;TZID=Camp Time:20260720T180000')))).toMatchObject({ unknownZones: [] });
});

test('accounts for every entry, as taken or with its reason', () => {
  const one = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${uid}`, ...lines, 'END:VEVENT'];
  const { entries, taken, leftOut } = read(
    calendarOf(
      ...one('taken', 'DTSTART:20260720T100000Z'),
      ...one('series', 'DTSTART:20260720T100000Z', 'RRULE:FREQ=DAILY;COUNT=3'),
      ...one('series', 'RECURRENCE-ID:20260721T100000Z', 'DTSTART:20260721T120000Z'),
      ...one('over', 'DTSTART:20200720T100000Z'),
      ...one('over for good', 'DTSTART:20200720T100000Z', 'RRULE:FREQ=DAILY;COUNT=3'),
      ...one('cancelled', 'DTSTART:20260720T100000Z', 'STATUS:CANCELLED'),
      ...one('no time'),
      'BEGIN:VEVENT',
      'DTSTART:nonsense',
      'END:VEVENT',
    ),
  );
  expect([entries, taken]).toEqual([8, 3]);
  expect(leftOut.map(([why, title]) => [why, title].join(': ')).toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
    'hidden: cancelled',
    'outside: over',
    'outside: over for good',
    'unreadable: ',
    'unreadable: no time',
  ]);
});

test('reads a line that is folded inside a character', () => {
  const [head, tail] = [Buffer.from('BEGIN:VEVENT\r\nSUMMARY:Gro'), Buffer.from('e Runde\r\nDTSTART:20260720T100000Z\r\nEND:VEVENT\r\n')];
  const [first, second] = Buffer.from('ß');
  for (const fold of ['\r\n ', '\n\t']) {
    const entry = Buffer.concat([head, Buffer.of(first!), Buffer.from(fold), Buffer.of(second!), tail]);
    const file = Buffer.concat([Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'), entry, Buffer.from('END:VCALENDAR\r\n')]);
    expect(read(calendarText(file)).occurrences).toMatchObject([{ title: 'Große Runde' }]);
  }
});
