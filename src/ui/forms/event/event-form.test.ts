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

test('dates are those of the event’s own zone, cut to minutes; what was not touched stays the instant that it was', () => {
  expect(filled).toMatchObject({ start: '2026-07-02T14:00', end: '2026-07-05T12:00' });
  expect(fieldsOf({ title: ' Other ' })).toEqual({ ...event, title: 'Other' });
  expect(fieldsOf({ start: '2026-07-02T14:30' }).startDate).toBe('2026-07-02T12:30:00.000Z');
});

test('in another zone the clock’s times stay, and so the instants move', () => {
  expect(fieldsOf({ timeZone: ' Europe/Lisbon ' })).toEqual({
    ...event,
    timeZone: 'Europe/Lisbon',
    startDate: '2026-07-02T13:00:00.000Z',
    endDate: '2026-07-05T11:00:00.000Z',
  });
});

test('a new event is visible, needs no code, and is where the device is', () => {
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
])('%o is refused: %o', (part, wrong) => {
  expect(readEventForm({ ...filled, ...part }, event)).toEqual({ kind: 'wrong', wrong });
});
