import { afterEach, beforeEach, expect, test } from 'vitest';
import { chatters, eventId } from './world/people.ts';
import { watchTransactions } from './world/idle.ts';
import { clientOf, Visits } from './world/visits.ts';
import { World } from './world/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';

const [anna] = chatters;
let world: World;
let watch: { undo: () => void };

beforeEach(async () => {
  watch = watchTransactions();
  world = await World.create(1);
});

afterEach(async () => {
  await world.close();
  watch.undo();
});

/** Takes a lock of this browser and never releases it. */
const freeze = (lock: string): void => void world.devices[0]?.locks.withLock({}, `${lock}-${anna.userId}`, () => new Promise(() => {}));

test('a tab that the browser froze does not block another from sending and reading', async () => {
  const [device] = world.devices;
  const tab = await new Visits(world, { onDiscard: () => {} }).open(device!, anna);
  await world.run(1_000);
  freeze('event-companion-drain');
  freeze('event-companion-pull');
  const client = clientOf(tab)!;
  const id = await (await client.engine()).execute('posts', 'create', { content: 'beside a frozen tab', replyToId: null }, { eventId });
  await world.run(3 * 60_000);
  expect(await client.db.outbox.count()).toBe(0);
  expect(await sqlOf(world.server.store.reading).selectFrom('posts').select(['id', 'version']).execute()).toEqual([{ id, version: 1 }]);
  expect(client.status.get().upToDateAt).toBeGreaterThan(world.clock.now() - 2 * 60_000);
});
