import { expect, test } from 'vitest';
import { datesFit, isOver } from './event-dates.ts';

const [first, second] = ['2026-07-18T12:00:00.000Z', '2026-07-19T12:00:00.000Z'];
const noon = Date.parse(second);

test.each([
  [first, second, true, [false, true]],
  [second, second, true, [false, true]],
  [second, first, false, [false, false]],
  ['some day', second, false, [false, false]],
])('from %s to %s: datesFit returns %s, isOver before and at the end %j', (startDate, endDate, fit, over) => {
  const event = { startDate: startDate, endDate: endDate };
  expect(datesFit(event)).toBe(fit);
  expect([noon - 1, noon].map((now) => isOver(event, now))).toEqual(over);
});
