import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import type { ScheduleEntry } from '../resources/schedule.ts';
import { calendarPieces, calendarText } from './schedule-calendar.ts';

const entry = {
  id: '019a0000-0000-7000-8000-000000000001',
  version: 1,
  eventId: 1,
  title: `Fest\rLied ${'ü😀'.repeat(40)}`,
  details: `Erste Zeile\rzweite\r\ndritte\u0007 ${'a'.repeat(200)}`,
  startDate: '2026-07-01T10:00:00.000Z',
  endDate: '2026-07-01T11:00:00.000Z',
  locationName: 'See\rufer',
  locationUrl: `https://camp.example/${'a'.repeat(200)}\nATTACH:x`,
  locationAddress: null,
} as unknown as ScheduleEntry;

const text = calendarText(ICAL, { title: 'Camp\r2026' }, [entry], '2026-07-01T00:00:00.000Z');

test('folds lines at 75 octets', () => {
  const octets = text.split('\r\n').map((line) => new TextEncoder().encode(line).length);
  expect(Math.max(...octets)).toBeLessThanOrEqual(75);
});

test('escapes line breaks in rows that contain them', () => {
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[^\P{Cc}]/u);
  const [event] = new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent');
  expect(event!.getFirstPropertyValue('description')).toBe(`Erste Zeile\nzweite\ndritte ${'a'.repeat(200)}`);
  expect(event!.getFirstPropertyValue('summary')).toBe(`Fest\nLied ${'ü😀'.repeat(40)}`);
  expect(event!.getFirstProperty('attach')).toBeNull();
});

test('writes the same text in pieces as at once', async () => {
  const entries = ['a', 'b', 'c'].map((id) => ({ ...entry, id }));
  const pages = async function* () {
    yield entries.slice(0, 2);
    yield [];
    yield entries.slice(2);
  };
  const pieces = await Array.fromAsync(calendarPieces(ICAL, { title: 'Camp' }, pages(), '2026-07-01T00:00:00.000Z'));
  expect(pieces.join('')).toBe(calendarText(ICAL, { title: 'Camp' }, entries, '2026-07-01T00:00:00.000Z'));
  expect(pieces.length).toBeGreaterThan(3);
});
