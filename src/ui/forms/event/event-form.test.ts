import { expect, test } from 'vitest';
import { type EventFields, type EventValues, eventValuesOf, readEventForm } from './event-form.ts';

const event: EventFields = {
  title: 'Camp',
  description: 'By the lake',
  startDate: '2026-07-02T12:00:30.000Z',
  endDate: '2026-07-05T10:00:00.000Z',
  visible: true,
  codeRequired: false,
  timeZone: 'Europe/Berlin',
  dateLocale: 'de-DE',
};
const filled = eventValuesOf(event);
const fieldsOf = (part: Partial<EventValues>, base: Partial<EventFields> | null = event): EventFields => {
  const read = readEventForm({ ...filled, ...part }, base);
  if (read.kind === 'wrong') throw new Error(JSON.stringify(read.wrong));
  return read.args;
};

test('shows dates in the zone of the event, cut to minutes, and keeps the instant of an untouched date', () => {
  expect(filled).toMatchObject({ start: '2026-07-02T14:00', end: '2026-07-05T12:00' });
  expect(fieldsOf({ title: ' Other ' })).toEqual({ ...event, title: 'Other' });
  expect(fieldsOf({ start: '2026-07-02T14:30' }).startDate).toBe('2026-07-02T12:30:00.000Z');
});

test('keeps the wall-clock times and moves the instants when the zone changes', () => {
  expect(fieldsOf({ timeZone: ' Europe/Lisbon ' })).toEqual({
    ...event,
    timeZone: 'Europe/Lisbon',
    startDate: '2026-07-02T13:00:00.000Z',
    endDate: '2026-07-05T11:00:00.000Z',
  });
});

test('a new event is visible, needs no code, and has the zone of the device', () => {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(eventValuesOf(null)).toMatchObject({ title: '', start: '', end: '', visible: true, codeRequired: false, timeZone: zone });
});

test.each<[Partial<EventValues>, object]>([
  [{ title: ' ' }, { title: 'required' }],
  [{ start: '' }, { start: 'required' }],
  [{ end: '' }, { end: 'required' }],
  [{ end: '2026-07-02T13:59' }, { end: 'before_start' }],
  [{ start: '0026-07-02T14:00' }, { start: 'year' }],
  [{ start: '2027-03-28T02:30', end: '2027-03-28T04:00' }, { start: 'skipped' }],
  [{ timeZone: '' }, { timeZone: 'required' }],
  [{ timeZone: 'Europe/Bern' }, { timeZone: 'zone' }],
  [{ timeZone: '+02:00' }, { timeZone: 'zone' }],
])('refuses %o with %o', (part, wrong) => {
  expect(readEventForm({ ...filled, ...part }, event)).toEqual({ kind: 'wrong', wrong });
});
