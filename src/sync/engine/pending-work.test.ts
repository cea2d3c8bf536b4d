import { expect, test } from 'vitest';
import { PendingWork } from './pending-work.ts';

test("pending work is busy from the first task's start until the last one's end, even if a task fails", async () => {
  const activity = new PendingWork();
  const heard: boolean[] = [];
  activity.busy.subscribe(() => heard.push(activity.busy.get()));
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const works = [activity.during(() => first.promise), activity.during(() => second.promise)];
  expect(activity.busy.get()).toBe(true);
  first.resolve();
  await works[0];
  expect(activity.busy.get()).toBe(true);
  second.reject(new Error('in vain'));
  await expect(works[1]).rejects.toThrow('in vain');
  expect(heard).toEqual([true, false]);
});

test('pending work counts the end of a task once if it is reported twice', () => {
  const activity = new PendingWork();
  const [one, other] = [activity.begin(), activity.begin()];
  one();
  one();
  expect(activity.busy.get()).toBe(true);
  other();
  expect(activity.busy.get()).toBe(false);
});
