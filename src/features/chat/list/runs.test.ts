import { expect, test } from 'vitest';
import { serverPost } from '#tests/fixtures/device.ts';
import { formatsFor } from '#i18n/formats.ts';
import { continuesRun, dayText } from './runs.ts';

const at = (createdAt: string, authorId = 1) => ({ ...serverPost('p'), createdAt, authorId });

test('a post continues that of the same author before it for five minutes', () => {
  const first = at('2026-07-01T10:00:00.000Z');
  expect(continuesRun(at('2026-07-01T10:05:00.000Z'), first)).toBe(true);
  expect(continuesRun(first, at('2026-07-01T10:05:00.000Z'))).toBe(true);
  expect(continuesRun(at('2026-07-01T10:05:01.000Z'), first)).toBe(false);
  expect(continuesRun(at('2026-07-01T10:01:00.000Z', 2), first)).toBe(false);
  expect(continuesRun(first, undefined)).toBe(false);
});

test('names today and yesterday by the clock of the event, and any other day by its date', () => {
  const now = Date.parse('2026-07-02T09:00:00.000Z');
  const words = (language: string) => ({ formats: formatsFor({ dateLocale: 'auto', timeZone: 'Europe/Berlin' }, language), language });
  // It is the next day in Berlin at this time.
  expect(dayText('2026-07-01T22:30:00.000Z', now, words('en'))).toBe('Today');
  expect(dayText('2026-07-01T21:30:00.000Z', now, words('en'))).toBe('Yesterday');
  expect(dayText('2026-07-01T21:30:00.000Z', now, words('de'))).toBe('Gestern');
  expect(dayText('2026-06-30T10:00:00.000Z', now, words('en'))).toBe('Tuesday, June 30, 2026');
});
