import { afterEach, beforeEach, expect, test } from 'vitest';
import { windowSizes } from '#contract/rules/windows.ts';
import { times } from '#contract/times.ts';
import { campTime, openCamp } from '#tests/fixtures/databases/open-camp.ts';
import { home } from '#tests/fixtures/camp.ts';
import type { Store } from '#server/store/store.ts';
import { PeopleDirectory } from './people-directory.ts';

const { bigMembers } = windowSizes;
const clock = { time: campTime, now: () => clock.time };
let store: Store;
beforeEach(async () => {
  windowSizes.bigMembers = 1;
  store = await openCamp();
});
afterEach(async () => {
  windowSizes.bigMembers = bigMembers;
  await store.close();
});

test.each([0, times.minute])('returns the people within a snapshot while another reader waits to read them, after %d ms', async (age) => {
  const directory = new PeopleDirectory(clock);
  if (age > 0) await directory.sorted(store.reading, home);
  clock.time += age;
  const { own, other } = await store.readTogether(async (db) => {
    const waiting = directory.sorted(store.reading, home);
    return { own: await directory.sorted(db, home), other: waiting };
  });
  expect(own.length).toBeGreaterThan(1);
  expect(await other).toEqual(own);
});

test('returns the people of a big event for a minute, and then reads them again', async () => {
  const directory = new PeopleDirectory(clock);
  const first = await directory.sorted(store.reading, home);
  clock.time += times.minute - 1;
  expect(await directory.sorted(store.reading, home)).toBe(first);
  clock.time += 1;
  expect(await directory.sorted(store.reading, home)).not.toBe(first);
});
