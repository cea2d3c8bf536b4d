import ICAL from 'ical.js';
import { beforeEach, expect, test, vi } from 'vitest';
import { calendarOf } from '#contract/rules/schedule-calendar.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { scheduleEntry } from '#tests/fixtures/organiser.tsx';
import { ThreadWorker } from '#tests/fixtures/screens/web-worker.ts';
import { type Imported, importBytes, ImportRefused } from './imported.ts';
import { planOf } from './plan.ts';
import { readCalendar } from './read-calendar.ts';
import { readImport, windowOf } from './read-import.ts';

// Each test starts a thread.
vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => void vi.stubGlobal('Worker', ThreadWorker));

const event: EventRow = {
  id: 1,
  version: 1,
  title: 'Camp',
  description: '',
  startDate: '2026-07-01T00:00:00Z',
  endDate: '2026-07-09T00:00:00Z',
  visible: true,
  codeRequired: false,
  pictureKey: '',
  timeZone: 'Europe/Berlin',
  dateLocale: 'de-DE',
};
const calendar = (...lines: string[]): string => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
let uids = 0;
const entry = (...lines: string[]): string => ['BEGIN:VEVENT', `UID:${(uids += 1)}`, 'SUMMARY:One', ...lines, 'END:VEVENT'].join('\r\n');
const read = (text: string | Blob): Promise<Imported> => readImport(text, event);
const plan = ({ lines }: Imported, rows = [scheduleEntry('a')]) => planOf(lines, rows, { timeZone: event.timeZone, place: '' });

test('imports times of any zone, whole days and series', async () => {
  const { lines, leftOut } = await read(
    calendar(
      entry(
        'DTSTART;TZID=America/New_York:20260702T080000',
        'DURATION:PT90M',
        'LOCATION:Hall\\, left',
        'URL:https://a.example/',
        'DESCRIPTION:<b>One</b><br>Two',
      ),
      entry('DTSTART;VALUE=DATE:20260703', 'DTEND;VALUE=DATE:20260705'),
      entry('DTSTART:20260601T100000Z', 'RRULE:FREQ=WEEKLY', 'DTEND:20260601T110000Z'),
    ),
  );
  const place = { locationName: 'Hall, left', locationUrl: 'https://a.example/', details: 'One\nTwo' };
  expect(lines.map(({ values }) => values).toSorted((one, other) => (String(one.start) < String(other.start) ? -1 : 1))).toEqual([
    { title: 'One', start: '2026-06-22T12:00', end: '2026-06-22T13:00' },
    { title: 'One', start: '2026-06-29T12:00', end: '2026-06-29T13:00' },
    { title: 'One', start: '2026-07-02T14:00', end: '2026-07-02T15:30', ...place },
    { title: 'One', start: '2026-07-03T00:00', end: '2026-07-04T23:59' },
    { title: 'One', start: '2026-07-06T12:00', end: '2026-07-06T13:00' },
    { title: 'One', start: '2026-07-13T12:00', end: '2026-07-13T13:00' },
    { title: 'One', start: '2026-07-20T12:00', end: '2026-07-20T13:00' },
  ]);
  expect(leftOut).toEqual([]);
});

test('reports omitted entries by reason', async () => {
  const { lines, leftOut } = await read(
    calendar(
      entry('DTSTART:20250702T080000Z'),
      entry('DTSTART:20260702T080000Z', 'STATUS:CANCELLED'),
      entry('DTSTART:nonsense'),
      entry('DTSTART:20200101T000000Z', 'RRULE:FREQ=DAILY;COUNT=3'),
      entry('DTSTART:20260702T080000Z'),
    ),
  );
  expect(lines).toHaveLength(1);
  expect(leftOut.map(({ why, count }) => [why, count])).toEqual([
    ['outside', 2],
    ['hidden', 1],
    ['unreadable', 1],
  ]);
});

test('an exported calendar changes nothing when imported, and matches a moved entry by its name', async () => {
  const a = scheduleEntry('0190a000-0000-7000-8000-00000000000a', {
    title: 'Yoga,  early',
    details: 'One\nTwo',
    locationAddress: 'Main St 1',
    locationUrl: 'https://a.example/',
  });
  const b = scheduleEntry('0190a000-0000-7000-8000-00000000000b', {
    startDate: '2026-07-02T22:30:15.500Z',
    endDate: '2026-07-03T01:00:00.000Z',
  });
  const text = ICAL.stringify(calendarOf(event, [a, b], '2026-07-01T00:00:00.000Z'));
  const imported = await read(text);
  expect(plan(imported, [a, b]).map(({ kind }) => kind)).toEqual(['same', 'same']);
  const moved = { ...a, startDate: '2026-07-02T09:00:00.000Z' };
  expect(plan(imported, [moved, b])).toMatchObject([
    { kind: 'changed', row: moved, changes: { startDate: a.startDate } },
    { kind: 'same' },
  ]);
});

test('keeps the instant of an occurrence in the second of two equal hours', async () => {
  const late = { ...event, startDate: '2026-10-24T00:00:00Z', endDate: '2026-10-26T00:00:00Z' };
  const imported = await readImport(calendar(entry('DTSTART:20261025T013000Z', 'DTEND:20261025T014500Z', 'LOCATION:Hall')), late);
  expect(plan(imported, [])).toMatchObject([
    { kind: 'new', fields: { startDate: '2026-10-25T01:30:00.000Z', endDate: '2026-10-25T01:45:00.000Z' } },
  ]);
  const first = { startDate: '2026-10-25T00:30:00.000Z', endDate: '2026-10-25T00:45:00.000Z' };
  expect(plan(imported, [scheduleEntry('a', { title: 'One', locationName: 'Hall', ...first })])).toMatchObject([
    { kind: 'changed', changes: { startDate: '2026-10-25T01:30:00.000Z', endDate: '2026-10-25T01:45:00.000Z' } },
  ]);
});

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'read',
    (error: unknown) => (error as ImportRefused).problem,
  );

test('aborts a rule without end and names its series', async () => {
  const endless = entry('DTSTART:20260101T000000Z', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30');
  const options = { ...windowOf(event), now: 0, timeZone: event.timeZone };
  const reading = readCalendar({ text: calendar(endless), options }, { time: 300 });
  await expect(reading).rejects.toMatchObject({ problem: 'too_much', detail: 'One' });
});

test('limits a series without end', async () => {
  const { lines } = await read(calendar(entry('DTSTART:20260601T000000Z', 'RRULE:FREQ=MINUTELY')));
  expect(lines.length).toBeLessThanOrEqual(2_000);
});

test.each([
  ['more than two megabytes', new Blob(['BEGIN:VCALENDAR\r\n', 'x'.repeat(importBytes)]), 'too_large'],
  ['nothing', '', 'empty'],
  ['an empty file', new Blob([]), 'empty'],
  ['a calendar that is none', 'BEGIN:VCALENDAR\r\nnonsense', 'calendar'],
  ['nested entries', `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(200)}`, 'calendar'],
])('refuses %s', async (_name, source, problem) => {
  expect(await refusalOf(read(source))).toBe(problem);
});

test('reports a worker that cannot be loaded', async () => {
  class Missing extends ThreadWorker {
    constructor() {
      super('/src/features/admin-schedule/import/no-such-file.ts');
    }
  }
  vi.stubGlobal('Worker', Missing);
  expect(await refusalOf(read(calendar(entry('DTSTART:20260702T080000Z'))))).toBe('failed');
});
