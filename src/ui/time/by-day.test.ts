import { expect, test } from 'vitest';
import { formatsFor } from '#i18n/formats.ts';
import { byDay } from './by-day.ts';

test('groups entries by the day, in the zone of the event, on which they start', () => {
  const breakfast = { id: 'breakfast', startDate: '2026-07-17T07:30:00Z' };
  const late = { id: 'late', startDate: '2026-07-17T22:30:00Z' };
  const { dayKey } = formatsFor({ dateLocale: 'auto', timeZone: 'Europe/Berlin' }, 'en');
  const days = byDay([late, breakfast], dayKey);
  expect(days.map(({ day, entries }) => [day, entries.map(({ id }) => id)])).toEqual([
    ['2026-07-17', ['breakfast']],
    ['2026-07-18', ['late']],
  ]);
});
