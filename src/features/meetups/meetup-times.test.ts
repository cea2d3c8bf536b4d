import { expect, test } from 'vitest';
import { comingAndPast, runningAndNext } from './meetup-times.ts';

const noon = Date.parse('2026-07-18T12:00:00.000Z');
const at = (time: string) => ({ startDate: `2026-07-18T${time}.000Z` });
const [tooLate, justRunning, running, next, later] = ['10:00:00', '10:00:01', '12:00:00', '12:00:01', '15:00:00'].map(at);
const all = [later, running, tooLate, next, justRunning].map((meetup) => meetup!);

test('counts meetups of the last two hours as running, and returns the next one', () => {
  expect(runningAndNext(all, noon)).toEqual({ running: [justRunning, running], next });
  expect(runningAndNext([], noon)).toEqual({ running: [], next: undefined });
});

test('lists running meetups as not past, and past ones last, latest first', () => {
  expect(comingAndPast(all, noon)).toEqual({ coming: [justRunning, running, next, later], past: [tooLate] });
  expect(comingAndPast(all, Date.parse('2026-07-18T13:00:00.000Z')).past).toEqual([justRunning, tooLate]);
});
