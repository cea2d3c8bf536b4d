import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { expect, test, vi } from 'vitest';
import { createEvent } from '#contract/endpoints/admin-events.ts';
import { callerOf } from '#tests/fixtures/camp.ts';
import { openSharedCamp, watched } from '#tests/fixtures/databases/shared-camp.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import type { Store } from '#server/store/store.ts';
import { createCreateEvent } from './create-event.ts';

const event = createEvent.body!.parse({ title: 'Herbstlager', startDate: '2027-07-01T08:00:00.000Z', endDate: '2027-07-05T12:00:00.000Z' });
const clock = { now: () => Date.UTC(2026, 10, 21, 12) };

test('a create-event call that is repeated at another server while the first runs gets the same answer', async () => {
  const camp = await openSharedCamp(3, clock);
  const [one, other, third] = camp.stores as [Store, Store, Store];
  const creation = { caller: callerOf('admin'), key: uuidv7(), hash: 'hash', event, picture: null };
  const createAt = (store: Store) => createCreateEvent({ store, clock, pictures: { remove: async () => undefined } })(creation);
  const { promise: passed, resolve: pass } = Promise.withResolvers<void>();
  const slow = watched(other, passed);
  const first = createAt(slow.store);
  await slow.inside;
  // A read of events waits behind this lock, which waits for the first call.
  const between = third.write([], (trx) => sql`lock table events in access exclusive mode`.execute(sqlOf(trx)));
  const expectWaiting = (count: number) =>
    vi.waitFor(async () => {
      const waiting = sql`select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`;
      expect((await waiting.execute(sqlOf(third.reading))).rows).toHaveLength(count);
    });
  await expectWaiting(1);
  const second = createAt(one);
  await expectWaiting(2);
  pass();
  expect(await second).toEqual(await first);
  await between;
  await camp.close();
});
