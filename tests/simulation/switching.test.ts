import { afterEach, beforeEach, expect, test } from 'vitest';
import { batch } from '#contract/endpoints/core.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { switchEvent } from '#sync/session/joining.ts';
import { recordChanges } from '#server/services/feed/change-log.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import { calm } from './world/network.ts';
import { chatters, eventId as camp } from './world/people.ts';
import { whenIdle, watchTransactions } from './world/idle.ts';
import type { ServerRequest } from './server/server-answer.ts';
import { clientOf, Visits } from './world/visits.ts';
import { World } from './world/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { dynamicScopes } from '#server/store/store.ts';

const [anna] = chatters;
const mill = 2;

let world: World;
let watch: { undo: () => void };

beforeEach(async () => {
  watch = watchTransactions();
  world = await World.create(1);
  await world.server.store.write(dynamicScopes(), async (trx) => {
    const now = world.clock.now();
    const dates = { start_date: new Date(now).toISOString(), end_date: new Date(now + 86_400_000).toISOString() };
    const zone = { time_zone: 'Europe/Berlin', date_locale: 'de-DE' };
    const event = { id: mill, title: 'Mill', description: '', visible: 0 as const, code_required: 1 as const, version: 1 };
    await sqlOf(trx)
      .insertInto('events')
      .values({ ...event, ...dates, ...zone })
      .execute();
    await sqlOf(trx)
      .insertInto('event_codes')
      .values({ id: '0192c8a0-0000-7000-8000-0000000000aa', event_id: mill, code: 'MILL', reusable: 1, used: 0, version: 1 })
      .execute();
    await recordChanges(trx, [{ resource: 'events', rowBefore: null, rowAfter: await readRow(trx, 'events', mill) }], now);
  });
});

afterEach(async () => {
  await world.close();
  watch.undo();
});

const isBatch = ({ path }: ServerRequest): boolean => path === batch.path;

/** Awaits `work` on the first device while all requests except batches arrive. */
async function withoutSending<T>(work: Promise<T>): Promise<T> {
  const { network } = world.devices[0]!;
  let done = false;
  void work.finally(() => void (done = true));
  while (!done) {
    await whenIdle();
    if (!done && network.has((request) => !isBatch(request))) await network.stepOne((request) => !isBatch(request));
  }
  return work;
}

const onServer = () =>
  sqlOf(world.server.store.reading).selectFrom('posts').select(['content', 'event_id as event']).orderBy('order').orderBy('id').execute();
const shown = async ({ db }: SyncClient) =>
  (await db.mirror('posts').toArray()).filter(({ $gone }) => !$gone).map(({ content, eventId }) => ({ content, event: eventId }));

test.each(['arrives', 'lost-answer'] as const)(
  'a command that is pending while its author joins another event is sent once, to its own event (first try: %s)',
  async (fate) => {
    const { network } = world.devices[0]!;
    const client = clientOf(await new Visits(world, { onDiscard: () => {} }).open(world.devices[0]!, anna))!;
    await world.run(1_000);
    const early = await (await client.engine()).execute('posts', 'create', { content: 'early', replyToId: null }, { eventId: camp });
    await (await client.engine()).execute('posts', 'create', { content: 'stays', replyToId: null }, { eventId: camp });
    await world.run(5_000);
    await (await client.engine()).execute('posts', 'create', { content: 'waits', replyToId: null }, { eventId: camp });
    await (await client.engine()).execute('posts', 'remove', {}, { id: early, eventId: camp });
    expect(await withoutSending(switchEvent(client, mill, 'MILL'))).toEqual({ kind: 'switched', loaded: true });
    expect((await client.db.mirror('me').get(anna.userId))?.activeEventId).toBe(mill);
    expect((await client.db.outbox.toArray()).map(({ eventId, state }) => [eventId, state])).toEqual([
      [camp, 'waiting'],
      [camp, 'waiting'],
    ]);
    // Nothing is lost, and no command has moved to the new event.
    expect(await shown(client)).toEqual([
      { content: 'stays', event: camp },
      { content: 'waits', event: camp },
    ]);

    network.weather = { ...calm, arrives: 0, [fate]: 1 };
    await network.stepOne(isBatch);
    network.weather = calm;
    await world.run(3 * 60_000);
    expect(await client.db.outbox.count()).toBe(0);
    expect(await onServer()).toEqual([
      { content: 'stays', event: camp },
      { content: 'waits', event: camp },
    ]);

    await withoutSending(switchEvent(client, camp));
    await world.run(1_000);
    expect((await shown(client)).toSorted((a, b) => (a.content < b.content ? -1 : 1))).toEqual(await onServer());
    expect(world.faults).toEqual([]);
  },
);

test('an invalid code is looked up once and changes neither session, mirror nor pending commands', async () => {
  const client = clientOf(await new Visits(world, { onDiscard: () => {} }).open(world.devices[0]!, anna))!;
  await world.run(1_000);
  await sqlOf(world.server.store.reading).updateTable('events').set({ visible: 1 }).where('id', '=', mill).execute();
  await (await client.engine()).execute('posts', 'create', { content: 'waits', replyToId: null }, { eventId: camp });
  expect(await withoutSending(switchEvent(client, mill, 'MILK'))).toEqual({ kind: 'wrong-code' });
  expect(await withoutSending(switchEvent(client, mill))).toEqual({ kind: 'wrong-code' });
  expect(await withoutSending(switchEvent(client, 4711))).toEqual({ kind: 'refused', code: 'not_found' });
  expect((await client.db.mirror('me').get(anna.userId))?.activeEventId).toBe(camp);
  await world.run(60_000);
  expect(await onServer()).toEqual([{ content: 'waits', event: camp }]);
});
