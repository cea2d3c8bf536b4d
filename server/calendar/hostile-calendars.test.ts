import { describe, expect, test, vi } from 'vitest';
import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import { calendarEventRow } from '#contract/resources/calendars.ts';
import { seedFrom } from '#tests/setup/tier.ts';
import { seededRandom } from '../demo/drawing/random.ts';
import { CalendarRefused, readCalendar, type ReadLimits } from './read-calendar.ts';

// Each test starts a thread, and some run until they are stopped.
vi.setConfig({ testTimeout: 60_000 });

const now = Date.UTC(2026, 6, 15, 12);
const options = { from: now - 366 * times.day, to: now + 731 * times.day, now, timeZone: 'Europe/Berlin' };

const calendarOf = (...lines: string[]): string => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]): string => ['BEGIN:VEVENT', 'UID:one', 'SUMMARY:One', ...lines, 'END:VEVENT'].join('\r\n');
const series = (rule: string, start = '20260101T000000Z'): string => calendarOf(event(`DTSTART:${start}`, `RRULE:${rule}`));
const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\r\n');
const upTo = (count: number): string => Array.from({ length: count }, (_, index) => index).join(',');
const zone = (...rules: string[]): string[] => [
  'BEGIN:VTIMEZONE',
  'TZID:Nowhere',
  'BEGIN:STANDARD',
  'DTSTART:00010101T000000',
  'TZOFFSETFROM:+9999',
  'TZOFFSETTO:-9999',
  ...rules,
  'END:STANDARD',
  'END:VTIMEZONE',
];

const hostile: Record<string, string> = {
  'a year by the second': series('FREQ=SECONDLY;COUNT=31536000'),
  'by the second since the year 1': series('FREQ=SECONDLY', '00010101T000000Z'),
  'by the minute for ever': series('FREQ=MINUTELY', '20250101T000000Z'),
  'every second of every minute by all its parts': series(`FREQ=SECONDLY;BYSECOND=${upTo(60)};BYMINUTE=${upTo(60)};BYHOUR=${upTo(24)}`),
  'a rule that nothing fulfils': series('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31'),
  'another one': series('FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'),
  'a third one': series('FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6'),
  'a fourth one': series('FREQ=MONTHLY;BYDAY=5MO,-5TU;BYMONTHDAY=32;BYSETPOS=366'),
  'a rule by the day of the year and the week': series('FREQ=YEARLY;BYYEARDAY=366;BYWEEKNO=1;INTERVAL=7'),
  'steps of nothing': series('FREQ=DAILY;INTERVAL=0'),
  'steps back': series('FREQ=DAILY;INTERVAL=-1'),
  'as many as there are numbers': series('FREQ=DAILY;COUNT=99999999999999999999'),
  'until the end of time': series('FREQ=HOURLY;UNTIL=99991231T235959Z', '19000101T000000Z'),
  'a rule twice': calendarOf(event('DTSTART:20260101T000000Z', 'RRULE:FREQ=SECONDLY', 'RRULE:FREQ=MINUTELY')),
  'no start': calendarOf(event('DTEND:20260720T100000Z')),
  'a start that is none': calendarOf(event('DTSTART:99999999T999999Z')),
  'a start far away': calendarOf(event('DTSTART:99991231T235959Z', 'DURATION:P9999999W')),
  'a length of an age': calendarOf(event('DTSTART:00010101T000000Z', 'DTEND:99991231T000000Z')),
  'an end that is in the year 10000 elsewhere': calendarOf(
    event('DTSTART;TZID=America/Lima:20260720T100000', 'DTEND;TZID=America/Lima:99991231T235959'),
  ),
  'a length below nothing': calendarOf(event('DTSTART:20260720T100000Z', 'DURATION:-P99999D')),
  'a zone that changes by the second': calendarOf(...zone('RRULE:FREQ=SECONDLY'), event('DTSTART;TZID=Nowhere:20260720T100000')),
  'a zone without anything': calendarOf('BEGIN:VTIMEZONE', 'TZID:Nowhere', 'END:VTIMEZONE', event('DTSTART;TZID=Nowhere:20260720T100000')),
  'a zone without a name': calendarOf('BEGIN:VTIMEZONE', 'END:VTIMEZONE', event('DTSTART;TZID=Nowhere:20260720T100000')),
  'the name of a zone without end': calendarOf(event(`DTSTART;TZID=${'A/'.repeat(200_000)}:20260720T100000`)),
  'a zone that climbs': calendarOf(event('DTSTART;TZID=../../../etc/passwd:20260720T100000')),
  'ten thousand excluded days': calendarOf(
    event(
      'DTSTART:20260101T000000Z',
      'RRULE:FREQ=HOURLY',
      many(10_000, (index) => `EXDATE:2026${String(100 + (index % 900))}T000000Z`),
    ),
  ),
  'ten thousand days beside no rule': calendarOf(
    event(
      'DTSTART:20260101T000000Z',
      many(10_000, (index) => `RDATE:202607${10 + (index % 20)}T${index % 24}0000Z`),
    ),
  ),
  'one name twenty thousand times': calendarOf(many(20_000, () => event('DTSTART:20260720T100000Z'))),
  'thousands in place of occurrences of nothing': calendarOf(
    many(5_000, (index) => event(`RECURRENCE-ID:20260720T${String(index % 24).padStart(2, '0')}0000Z`, 'DTSTART:20260720T100000Z')),
  ),
  'nested entries': calendarOf('BEGIN:VEVENT\r\n'.repeat(20_000) + 'END:VEVENT\r\n'.repeat(20_000)),
  'entries that never end': 'BEGIN:VCALENDAR\r\n' + 'BEGIN:VEVENT\r\n'.repeat(100_000),
  'nested calendars': 'BEGIN:VCALENDAR\r\n'.repeat(10_000) + 'END:VCALENDAR\r\n'.repeat(10_000),
  'ends without beginnings': 'END:VCALENDAR\r\n'.repeat(10_000),
  'one line of four megabytes': calendarOf(event('DTSTART:20260720T100000Z', `DESCRIPTION:${'x'.repeat(4_000_000)}`)),
  'a million folds': calendarOf(event('DTSTART:20260720T100000Z', `SUMMARY:${'a\r\n '.repeat(1_000_000)}`)),
  'parameters without end': calendarOf(event(`DTSTART${';X=1'.repeat(300_000)}:20260720T100000Z`)),
  'an open quote': calendarOf(event(`ORGANIZER;CN="${'x'.repeat(500_000)}:mailto:a@b.example`, 'DTSTART:20260720T100000Z')),
  'script and markup': calendarOf(
    event(
      'DTSTART:20260720T100000Z',
      'SUMMARY:<script>alert(1)</script>',
      'URL:javascript:alert(1)',
      'LOCATION:<img onerror=alert(1) src=x>',
    ),
  ),
  'NUL and other control characters': calendarOf(event('DTSTART:20260720T100000Z', 'SUMMARY:a\0b\u001b[31m\u202e')),
  'halves of pairs': calendarOf(event('DTSTART:20260720T100000Z', 'SUMMARY:\ud83d\ud83d', 'LOCATION:\ude00')),
  'another encoding': 'BEGIN:VCALENDAR'.split('').join('\0'),
  'names of the language itself': calendarOf(
    'BEGIN:__PROTO__',
    'CONSTRUCTOR:x',
    'END:__PROTO__',
    event('__PROTO__:x', 'DTSTART:20260720T100000Z', 'TOSTRING:x'),
  ),
  'a web page': '<!doctype html><html><body>Sign in</body></html>',
  nothing: '',
};

/** Returns `read` after checking the rows, or the problem of the refusal; `too_much` for endless calendars. */
async function outcomeOf(text: string): Promise<string> {
  try {
    const { occurrences } = await readCalendar(text, options, { time: 5 * times.second, memory: 128 });
    expect(occurrences.length).toBeLessThanOrEqual(limits.calendarEvents);
    for (const { key, ...row } of occurrences) {
      expect(key).not.toBe('');
      calendarEventRow.parse({ id: 'x', version: 1, ...row });
      expect([row.title.length <= limits.titleLength, row.url === null || /^https?:/.test(row.url)]).toEqual([true, true]);
      // Devices format times in this zone.
      new Intl.DateTimeFormat('en', { timeZone: row.timeZone }).format(Date.parse(row.startTime));
    }
    return 'read';
  } catch (error) {
    if (!(error instanceof CalendarRefused)) throw error;
    return error.problem;
  }
}

describe('a hostile calendar ends within limits, with rows or with a refusal', () => {
  test.each(Object.entries(hostile))('%s', async (_name, text) => {
    expect(['read', 'no_calendar', 'too_much']).toContain(await outcomeOf(text));
  });

  test('also if it was broken at random', async () => {
    const seed = seedFrom(44);
    const random = seededRandom(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const texts = Object.values(hostile).filter((text) => text.length < 5_000);
    const good = calendarOf(
      event('DTSTART;TZID=Europe/Berlin:20260720T100000', 'RRULE:FREQ=WEEKLY;COUNT=9', 'EXDATE:20260727T080000Z'),
      event('UID:b', 'DTSTART:20260721T000000Z'),
    );
    const broken = (): string => {
      const lines = `${good}${pick(texts)}`.split('\r\n');
      for (let turn = 0; turn < 6; turn += 1) {
        const [at, other] = [Math.floor(random() * lines.length), Math.floor(random() * lines.length)];
        const line = lines[at] as string;
        const change = pick([
          () => lines.splice(at, 1),
          () => lines.splice(other, 0, line),
          () => void (lines[at] = line.slice(0, Math.floor(random() * line.length))),
          () => void (lines[at] = line.replaceAll(/\d/g, () => String(Math.floor(random() * 10)))),
          () => void (lines[at] = line.replace(/[;:=]/, () => pick([';', ':', '=', ',', '"']))),
        ]);
        change();
      }
      return lines.join('\r\n');
    };
    for (let count = 0; count < 200; count += 1) {
      const text = broken();
      expect(['read', 'no_calendar', 'too_much'], `seed ${seed}, ${JSON.stringify(text)}`).toContain(await outcomeOf(text));
    }
  });

  test('also if it is endless, and the refusal names the series', async () => {
    const endless = calendarOf(event('DTSTART:20260720T100000Z', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'));
    const refusalOf = (limits: ReadLimits) => readCalendar(endless, options, limits).catch((error: unknown) => error);
    expect(await refusalOf({ time: times.second, memory: 128 })).toMatchObject({ problem: 'too_much', detail: 'One' });
    expect(await refusalOf({ time: times.hour, memory: 128, stopped: AbortSignal.abort() })).toBeInstanceOf(CalendarRefused);
  });
});
