import { expect, test } from 'vitest';
import { formatsFor, recentText } from './formats.ts';

const camp = { dateLocale: 'de-DE', timeZone: 'Europe/Berlin' };
const evening = '2026-07-17T22:30:00.000Z';

test('dates are those of the event, in German unless it says otherwise', () => {
  const formats = formatsFor(camp, 'en');
  expect(formats.longDate(evening)).toBe('Samstag, 18. Juli 2026');
  expect(formats.clock(evening)).toBe('00:30');
  expect(formats.dayKey(evening)).toBe('2026-07-18');
});

test('`auto` follows the reader', () => {
  expect(formatsFor({ ...camp, dateLocale: 'auto' }, 'de').longDate(evening)).toBe('Samstag, 18. Juli 2026');
  expect(formatsFor({ ...camp, dateLocale: 'auto' }, 'en').longDate(evening)).toMatch(/Saturday/);
});

test("the phone's own time is given only where it differs", () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(formatsFor({ dateLocale: 'de-DE', timeZone: here }, 'de').clockHere(evening)).toBeNull();
  const elsewhere = here === 'Pacific/Kiritimati' ? 'Pacific/Honolulu' : 'Pacific/Kiritimati';
  expect(formatsFor({ dateLocale: 'de-DE', timeZone: elsewhere }, 'de').clockHere(evening)).toMatch(/^\d\d:\d\d$/);
});

test('the last day is told in minutes and hours, also when the clock is behind', () => {
  const now = Date.parse(evening);
  expect(recentText(now + 5_000, now, 'en')).toBe('now');
  expect(recentText(now - 5 * 60_000, now, 'en')).toBe('5 min. ago');
  expect(recentText(now - 3 * 3_600_000, now, 'de')).toBe('vor 3 Std.');
  expect(recentText(now - 24 * 3_600_000, now, 'en')).toBeNull();
});
