import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { announcementOf, home, insertRows, people, postOf } from '#tests/fixtures/camp.ts';
import { frozen, machineOff, openSharedCamp, type SharedCamp, untilItWaits, watched } from '#tests/fixtures/databases/shared-camp.ts';
import type { Clock } from '../lib/clock.ts';
import { announcementSubject, insertJobs, pushJobsLock } from '#server/store/push/push-jobs.ts';
import { sqlOf } from '../store/core/handles.ts';
import { insertPendingNews } from '../store/push/pending-news.ts';
import type { PostgresOptions } from '../store/postgres/open.ts';
import type { Store } from '../store/store.ts';
import { nextDueAt, PushDelivery } from './delivery.ts';
import type { SendOutcome, SendPush } from './send.ts';
import { newsHook, queueDueNews } from './news.ts';

const played = { time: 0, now: () => played.time };
let camp: SharedCamp;
let stores: readonly [Store, Store, Store];

async function setUp(clock: Clock = played, own?: readonly Partial<PostgresOptions>[]): Promise<void> {
  camp = await openSharedCamp(3, clock, own);
  stores = camp.stores as [Store, Store, Store];
}
beforeEach(() => void (played.time = Date.UTC(2026, 10, 21, 12)));
afterEach(() => camp.close());

const sent: SendOutcome = { kind: 'answered', status: 201, retryAfter: undefined };
const busy: SendOutcome = { kind: 'answered', status: 429, retryAfter: undefined };
const log = { warn: () => {}, error: (details: object, message: string) => expect.fail(`${message} ${JSON.stringify(details)}`) };

function processOn(store: Store, { answer = async () => sent, clock = played }: { answer?: SendPush; clock?: Clock } = {}) {
  const pushed: string[] = [];
  const send: SendPush = (target, ...rest) => {
    pushed.push(target.endpoint);
    return answer(target, ...rest);
  };
  return { pushed, delivery: new PushDelivery({ store, clock, log, origin: '', send, random: () => 0 }) };
}

function stuckOn(store: Store, clock?: Clock) {
  const { promise, resolve: end } = Promise.withResolvers<SendOutcome>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const answer: SendPush = () => {
    begin();
    return promise;
  };
  return { ...processOn(store, { answer, ...(clock ? { clock } : {}) }), begun, end };
}

async function devices(count: number): Promise<void> {
  const [store] = stores;
  const own = { user_id: people.participant.id, session_id: 'participant', p256dh: '', auth: '', language: 'en' as const, created_at: 0 };
  await sqlOf(store.reading)
    .insertInto('push_subscriptions')
    .values(Array.from({ length: count }, (_, index) => ({ ...own, endpoint: `https://push.example/${index}` })))
    .execute();
}

async function announce(at = played.now()): Promise<void> {
  const [store] = stores;
  const row = announcementOf();
  await insertRows(store, played, 'announcements', [row]);
  const news = { eventId: home, setting: 'general', except: null, subject: announcementSubject(row.id) } as const;
  await store.write([], (trx) => insertJobs(trx, { ...news, payload: { en: '{}', de: '{}' } }, at));
}

async function states(): Promise<Record<string, number>> {
  const rows = await sqlOf(stores[0].reading).selectFrom('push_jobs').select('state').execute();
  return Object.fromEntries([...Map.groupBy(rows, ({ state }) => state)].map(([state, all]) => [state, all.length]));
}

test('each push is sent once, whichever process sends it', async () => {
  await setUp();
  await devices(80);
  await announce();
  const processes = stores.map((store) => processOn(store));
  await Promise.all(processes.map(({ delivery }) => delivery.sendDue()));
  const pushed = processes.flatMap((each) => each.pushed);
  expect([pushed.length, new Set(pushed).size]).toEqual([80, 80]);
  expect(await states()).toEqual({ sent: 80 });
});

test('processes claim jobs one after another, without repeating a claim', async () => {
  await setUp();
  await devices(30);
  await announce();
  const { promise, resolve } = Promise.withResolvers<void>();
  const [first, second] = [watched(stores[0], promise), watched(stores[1])];
  const processes = [processOn(first.store), processOn(second.store)];
  const sending = processes[0]!.delivery.sendDue();
  await first.inside;
  const alsoSending = processes[1]!.delivery.sendDue();
  await untilItWaits(stores[2], alsoSending);
  resolve();
  await Promise.all([sending, alsoSending]);
  expect(processes.flatMap(({ pushed }) => pushed).toSorted()).toHaveLength(30);
  for (const { seen } of [first, second]) expect(seen.runs).toBe(seen.writes);
});

test('a starting process does not drop jobs that another one is sending', async () => {
  await setUp();
  await devices(3);
  await announce();
  const slow = stuckOn(stores[0]);
  const sending = slow.delivery.sendDue();
  await slow.begun;
  const third = watched(stores[2]);
  const { delivery, pushed } = processOn(third.store);
  delivery.start();
  await third.inside;
  await delivery.stop();
  expect([await states(), pushed]).toEqual([{ sending: 3 }, []]);
  slow.end(sent);
  await sending;
  expect(await states()).toEqual({ sent: 3 });
});

test('jobs of a dead process are dropped at the end of its lease, and pending ones are sent by another', async () => {
  await setUp();
  await devices(30);
  await announce();
  const dying = stuckOn(stores[0]);
  void dying.delivery.sendDue();
  await dying.begun;
  const other = processOn(stores[1]);
  await other.delivery.sendDue();
  expect([await states(), other.pushed.length]).toEqual([{ sending: 25, sent: 5 }, 5]);
  const over = (await nextDueAt(stores[1].reading, played.now())) as number;
  expect(over - played.time).toBeLessThanOrEqual(times.minute);
  played.time = over - 1;
  await other.delivery.sendDue();
  expect(await states()).toEqual({ sending: 25, sent: 5 });
  played.time = over;
  await other.delivery.sendDue();
  expect([await states(), other.pushed.length]).toEqual([{ dropped: 25, sent: 5 }, 5]);
  expect(await nextDueAt(stores[1].reading, played.now())).toBeNull();
});

test('a process frozen before sending does not send jobs that others have dropped', async () => {
  await setUp();
  await devices(2);
  await announce();
  const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>();
  const { committed, store } = frozen(stores[0], thawed);
  const [slow, other] = [processOn(store), processOn(stores[1])];
  const sending = slow.delivery.sendDue();
  await committed;
  played.time += times.minute;
  await other.delivery.sendDue();
  thaw();
  await sending;
  expect([slow.pushed, other.pushed, await states()]).toEqual([[], [], { dropped: 2 }]);
});

test.each([
  ['arrived', sent],
  ['are to be sent again', busy],
])('a late result that pushes %s changes nothing', async (_name, outcome) => {
  await setUp();
  await devices(2);
  await announce();
  const slow = stuckOn(stores[0]);
  const sending = slow.delivery.sendDue();
  await slow.begun;
  played.time += times.minute;
  const other = processOn(stores[1]);
  await other.delivery.sendDue();
  slow.end(outcome);
  await sending;
  expect(await states()).toEqual({ dropped: 2 });
  played.time += times.hour;
  await other.delivery.sendDue();
  expect(other.pushed).toEqual([]);
});

describe('shared rows', () => {
  const row = postOf('author', { content: 'Hallo' });
  const news = { resource: 'posts', rowId: row.id, eventId: home, authorId: people.author.id };
  beforeEach(async () => {
    await setUp();
    await devices(2);
    await insertRows(stores[0], played, 'posts', [row]);
    await stores[0].write([], (trx) => insertPendingNews(trx, [news], played.now()));
    played.time += times.minute;
  });

  test('become pushes once', async () => {
    const processes = stores.map((store) => processOn(store));
    await Promise.all(processes.map(({ delivery }) => delivery.sendDue()));
    expect(processes.flatMap(({ pushed }) => pushed).toSorted()).toEqual(['https://push.example/0', 'https://push.example/1']);
    const counts = await sqlOf(stores[0].reading).selectFrom('push_jobs').select('count').execute();
    expect(counts).toEqual([{ count: 1 }, { count: 1 }]);
  });

  test('deleted during that are not pushed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { store, inside } = watched(stores[0], promise);
    const taking = store.write([pushJobsLock], (trx) => queueDueNews(trx, '', played.now()));
    await inside;
    const gone = { resource: 'posts', rowBefore: row, rowAfter: null };
    const deleting = stores[1].write([], (trx) => newsHook(trx, [gone], played.now()));
    await untilItWaits(stores[2], deleting);
    resolve();
    await Promise.all([taking, deleting]);
    expect(await states()).toEqual({});
  });
});

test('a process whose machine is off by an hour sends nothing early or late, and drops nothing of others', async () => {
  await setUp({ now: () => Date.now() }, [{}, machineOff(times.hour), machineOff(-times.hour)]);
  const [right, ahead, behind] = stores;
  await devices(1);
  await announce(right.clock.now() + 10 * times.minute);
  const early = processOn(ahead, { clock: ahead.clock });
  await early.delivery.sendDue();
  expect([early.pushed, await states()]).toEqual([[], { waiting: 1 }]);
  await announce(right.clock.now());
  const slow = stuckOn(behind, behind.clock);
  const sending = slow.delivery.sendDue();
  await Promise.race([slow.begun, sending]);
  await early.delivery.sendDue();
  expect([early.pushed, await states()]).toEqual([[], { waiting: 1, sending: 1 }]);
  slow.end(sent);
  await sending;
  expect(await states()).toEqual({ waiting: 1, sent: 1 });
});
