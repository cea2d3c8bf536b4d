import { afterAll, expect, test, vi } from 'vitest';

// The phone is at the camp; set before any code reads its zone.
vi.stubEnv('TZ', 'Europe/Berlin');
// Formatters are cached with the zone in which they were made.
vi.resetModules();
const { formatsFor, recentText } = await import('./formats.ts');
afterAll(() => void vi.resetModules());

const camp = { dateLocale: 'de-DE', timeZone: 'Europe/Berlin' };
const evening = '2026-07-17T22:30:00.000Z';

test("uses the reader's language for words, and the event's locale for order and clock", () => {
  const formats = formatsFor(camp, 'en');
  expect(formats.longDate(evening)).toMatch(/^Saturday\W.*July/);
  expect(formats.clock(evening)).toBe('00:30');
  expect(formats.dateTime(evening)).toBe('18.07.2026, 00:30');
  const american = formatsFor({ ...camp, dateLocale: 'en-US' }, 'de');
  expect(american.longDate(evening)).toBe('Samstag, 18. Juli 2026');
  expect(american.dateTime(evening)).toMatch(/^07\/18\/2026, 12:30\sAM$/);
  expect(formatsFor({ ...camp, dateLocale: 'ar-EG' }, 'en').dateTime(evening)).toMatch(/^[\P{L}]+(AM|am)$/u);
  expect(formats.dayKey(evening)).toBe('2026-07-18');
});

test('a day key does not depend on how the browser writes dates', () => {
  const formats: { readonly format: object } = Intl.DateTimeFormat.prototype;
  vi.spyOn(formats, 'format', 'get').mockReturnValue(() => '7/18/2026');
  expect(formatsFor(camp, 'en').dayKey(evening)).toBe('2026-07-18');
  expect(formatsFor({ ...camp, timeZone: 'Pacific/Kiritimati' }, 'de').dayKey('2026-01-01T03:04:05.000Z')).toBe('2026-01-01');
  expect(formatsFor(camp, 'en').dayKey('0026-07-17T12:00:00.000Z')).toBe('0026-07-17');
});

test("`auto` uses the reader's locale", () => {
  expect(formatsFor({ ...camp, dateLocale: 'auto' }, 'de').longDate(evening)).toBe('Samstag, 18. Juli 2026');
  expect(formatsFor({ ...camp, dateLocale: 'auto' }, 'en').longDate(evening)).toMatch(/Saturday/);
});

test.each([
  ['Europe/Vienna', null],
  ['Pacific/Kiritimati', '00:30'],
  ['Europe/London', 'Sa., 18., 00:30'],
])("shows the phone's own time only if it differs from that of an event in %s, with its day if that differs", (timeZone, time) => {
  expect(formatsFor({ dateLocale: 'de-DE', timeZone }, 'de').clockHere(evening)).toBe(time);
});

test("uses the phone's zone if the event's is unknown", () => {
  const formats = formatsFor({ dateLocale: 'de-DE', timeZone: 'Mars/Olympus' }, 'de');
  expect(formats.dateTime(evening)).toBe('18.07.2026, 00:30');
  expect([formats.dayKey(evening), formats.clockHere(evening)]).toEqual(['2026-07-18', null]);
  expect(formats.days(evening, '2026-07-20T08:00:00.000Z')).toBe('18.–20. Juli 2026');
});

test('formats a day with its month', () => {
  expect(formatsFor(camp, 'de').dayAndMonth(evening)).toBe('Sa., 18. Juli');
});

test('formats the last day in minutes and hours, also if the clock is behind', () => {
  const now = Date.parse(evening);
  expect(recentText(now + 5_000, now, 'en')).toBe('now');
  expect(recentText(now - 5 * 60_000, now, 'en')).toBe('5m ago');
  expect(recentText(now - 3 * 3_600_000, now, 'de')).toBe('vor 3 Std.');
  expect(recentText(now - 24 * 3_600_000, now, 'en')).toBeNull();
});
