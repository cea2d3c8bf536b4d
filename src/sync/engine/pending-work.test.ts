import { expect, test } from 'vitest';
import { PendingWork } from './pending-work.ts';

test('an engine is busy from the first thing that begins until the last one has ended, however it ends', async () => {
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

test('what says twice that it has ended has ended once', () => {
  const activity = new PendingWork();
  const [one, other] = [activity.begin(), activity.begin()];
  one();
  one();
  expect(activity.busy.get()).toBe(true);
  other();
  expect(activity.busy.get()).toBe(false);
});
