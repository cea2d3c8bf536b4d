import { expect, test } from 'vitest';
import { callerOf, insertRows, photoOf } from '#tests/fixtures/camp.ts';
import { callAt, openSharedCamp, overlap, watched } from '#tests/fixtures/databases/shared-camp.ts';
import type { Store } from '#server/store/store.ts';

const clock = { now: () => Date.UTC(2026, 10, 21, 12) };

test("a command without an event in its path waits for another process that writes in its person's event, and is executed once", async () => {
  const camp = await openSharedCamp(2, clock);
  const [one, other] = camp.stores as [Store, Store];
  const [first, second] = [photoOf('author'), photoOf('participant')];
  await insertRows(one, clock, 'photos', [first, second]);
  const { seen, store } = watched(other);
  await overlap(
    [one, store],
    (slow) => callAt({ store: slow, clock }, callerOf('author'), 'DELETE', `/api/photo/${first.id}`),
    (beside) => callAt({ store: beside, clock }, callerOf('participant'), 'DELETE', `/api/photo/${second.id}`),
  );
  expect(seen).toEqual({ writes: 1, runs: 1 });
  await camp.close();
});
