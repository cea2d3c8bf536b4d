import { expect, test } from 'vitest';
import { alarmOf, dueAlarms } from './due-alarms.ts';

const at = (time: string): number => Date.parse(`2026-07-02T${time}:00.000Z`);
const item = (id: string, time: string, remindMinutes: number | null = 10) => ({
  id,
  startDate: `2026-07-02T${time}:00.000Z`,
  remindMinutes,
});
const yoga = item('yoga', '10:00');

test.each([
  ['is not due before its time', '09:49', [], at('09:50')],
  ['is due at its time', '09:50', ['yoga'], null],
  ['is due until the start', '09:59', ['yoga'], null],
  ['is over at the start', '10:00', [], null],
])('a reminder %s', (_case, now, due, next) => {
  expect(dueAlarms([yoga], at(now), new Set())).toEqual({ due: due.map(() => yoga), next });
});

test('a reminder that was shown is not due again, but one of a new start is', () => {
  const shown = new Set([alarmOf(yoga)]);
  expect(dueAlarms([yoga], at('09:55'), shown).due).toEqual([]);
  expect(dueAlarms([item('yoga', '10:02')], at('09:55'), shown).due).toHaveLength(1);
});

test('entries without a reminder are never due, and the next time is the earliest', () => {
  const items = [item('late', '12:00', 30), item('never', '09:52', null), item('soon', '11:45')];
  expect(dueAlarms(items, at('09:50'), new Set())).toEqual({ due: [], next: at('11:30') });
});
