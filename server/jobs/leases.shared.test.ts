import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { times } from '#contract/times.ts';
import { machineOff } from '#tests/fixtures/databases/shared-camp.ts';
import { openSharedStores } from '#tests/fixtures/databases/test-store.ts';
import { Pictures } from '../images/pictures.ts';
import { openImageStorage } from '../images/storage/open-image-storage.ts';
import { sqlOf } from '../store/core/handles.ts';
import { readLease } from '../store/jobs/leases.ts';
import { insertAttempt } from '../store/accounts/attempts.ts';
import type { Store } from '../store/store.ts';
import { createPurgeJob } from './purge.ts';
import { Leases, type LeasesDeps } from './leases.ts';

const clock = { time: 0, now: () => clock.time };
let stores: readonly [Store, Store, Store];
const setUp = async (...own: Parameters<typeof openSharedStores>): Promise<void> =>
  void (stores = (await openSharedStores(...own)) as never);
beforeEach(() => void (clock.time = Date.UTC(2026, 10, 21, 12)));
afterEach(() => Promise.all(stores.map((store) => store.close())));

const fail = (details: object) => expect.fail(JSON.stringify(details));
const log = { info: fail, error: fail, warn: fail };

/** A process; its work ends when `end` is called, or at once unless `isStuck`. */
function processOn(store: Store, own: Partial<LeasesDeps> = {}, isStuck = false) {
  const begun: AbortSignal[] = [];
  const { promise, resolve: end } = Promise.withResolvers<void>();
  let due: (() => void) | null = null;
  const setTimer = (_delay: number, task: () => void) => {
    due = task;
    return () => void (due = null);
  };
  const work = async (stopping: AbortSignal): Promise<void> => {
    begun.push(stopping);
    if (isStuck) await promise;
  };
  const turns = new Leases({ store, clock, timers: { now: clock.now, setTimer }, log, name: 'work', every: times.hour, work, ...own });
  return {
    turns,
    begun,
    end,
    check: () => turns.check(),
    /** Prolongs the lease, and resolves when it has done so or detected its loss. */
    async tick(): Promise<void> {
      const tick = due;
      due = null;
      tick?.();
      await vi.waitFor(() => expect(due !== null || begun[0]?.aborted).toBe(true));
    },
  };
}

async function atWork(store: Store, own: Partial<LeasesDeps> = {}) {
  const process = processOn(store, own, true);
  const checking = process.check();
  await vi.waitFor(() => expect(process.begun).toHaveLength(1));
  return { ...process, checking, stopping: process.begun[0] as AbortSignal };
}

describe('a lease', () => {
  beforeEach(() => setUp(3));

  test('is taken by one process each time the job is due', async () => {
    const processes = stores.map((store) => processOn(store));
    const check = async (): Promise<number> => {
      await Promise.all(processes.map((process) => process.check()));
      return processes.reduce((sum, { begun }) => sum + begun.length, 0);
    };
    expect(await check()).toBe(1);
    clock.time += times.hour - 1;
    expect(await check()).toBe(1);
    clock.time += 1;
    expect(await check()).toBe(2);
  });

  test('stays with a process that prolongs it, and passes on half a minute after the holder died', async () => {
    const dying = await atWork(stores[0]);
    const other = processOn(stores[1]);
    for (let round = 0; round < 5; round += 1) {
      clock.time += 20 * times.second;
      await dying.tick();
      await other.check();
    }
    clock.time += 30 * times.second - 1;
    await other.check();
    expect(other.begun).toEqual([]);
    clock.time += 1;
    await other.check();
    expect(other.begun).toHaveLength(1);
  });

  test("aborts the work of a holder that lost it, and leaves the new holder's lease", async () => {
    const begun = clock.time;
    // Its own clock does not advance either.
    const slow = await atWork(stores[0], { clock: { now: () => begun } });
    clock.time += 30 * times.second;
    const other = await atWork(stores[1]);
    await slow.tick();
    expect(slow.stopping.aborted).toBe(true);
    slow.end();
    await slow.checking;
    const third = processOn(stores[2]);
    await third.check();
    expect([third.begun, other.stopping.aborted]).toEqual([[], false]);
    other.end();
    await other.checking;
    expect(await readLease(stores[0].reading, 'work')).toMatchObject({ holder: null, doneAt: clock.time });
  });

  test('aborts the work if the database cannot be reached until it has expired', async () => {
    const [store] = stores;
    let isThere = true;
    const lose = (): Promise<never> => {
      clock.time += times.second;
      return Promise.reject(new Error('gone'));
    };
    const write: Store['write'] = (...given) => (isThere ? store.write(...given) : lose());
    const cut = await atWork({ ...store, write });
    isThere = false;
    clock.time += 28 * times.second;
    await cut.tick();
    expect(cut.stopping.aborted).toBe(false);
    await cut.tick();
    expect(cut.stopping.aborted).toBe(true);
    isThere = true;
    cut.end();
    await cut.checking;
  });

  test('aborts the work of a frozen process at once, before the database answers', async () => {
    const [store] = stores;
    let isSilent = false;
    const silence = Promise.withResolvers<never>().promise;
    const write: Store['write'] = (...given) => (isSilent ? silence : store.write(...given));
    const frozen = await atWork({ ...store, write });
    isSilent = true;
    clock.time += 2 * times.minute;
    await frozen.tick();
    expect(frozen.stopping.aborted).toBe(true);
    isSilent = false;
    frozen.end();
    await frozen.checking;
  });

  test('is released when a process stops during the work', async () => {
    const stopping = await atWork(stores[0]);
    const stopped = stopping.turns.stop();
    expect(stopping.stopping.aborted).toBe(true);
    stopping.end();
    await Promise.all([stopped, stopping.checking]);
    const other = processOn(stores[1]);
    await other.check();
    expect(other.begun).toHaveLength(1);
  });

  test('is taken early, once, by a starting process with overdue work, after the current holder', async () => {
    const overdue = (store: Store) => processOn(store, { isOverdue: async () => true });
    const working = await atWork(stores[0]);
    const waiting = overdue(stores[1]);
    await waiting.check();
    expect(waiting.begun).toHaveLength(0);
    working.end();
    await working.checking;
    const onTime = processOn(stores[2], { isOverdue: async () => false });
    for (let round = 0; round < 2; round += 1) {
      await waiting.check();
      await onTime.check();
    }
    expect([waiting.begun.length, onTime.begun.length]).toEqual([1, 0]);
  });

  test('lets a second process skip a purge for six hours', async () => {
    const processes = stores.map((store) => {
      const { files } = openImageStorage(store, { dataDir: 'nowhere', picturesDir: null });
      return createPurgeJob({ store, clock, log, pictures: new Pictures(files) });
    });
    const [one, other] = processes as [Leases, Leases];
    const old = () => stores[0].write([], (trx) => insertAttempt(trx, `${clock.time}`, [{ key: 'key', account: null }], 0));
    const left = async () => (await sqlOf(stores[0].reading).selectFrom('attempts').select('key').execute()).length;
    await old();
    await one.check();
    expect(await left()).toBe(0);
    clock.time += 1;
    await old();
    await other.check();
    expect(await left()).toBe(1);
    clock.time += 6 * times.hour;
    await other.check();
    expect(await left()).toBe(0);
  });
});

test('a process whose clock is a second behind does not repeat a job just done', async () => {
  await setUp(3);
  await processOn(stores[0]).check();
  const behind = processOn(stores[1], { clock: { now: () => clock.time - times.second } });
  await behind.check();
  expect(behind.begun).toEqual([]);
});

test('a process whose machine is off by an hour neither takes a lease from another nor works too early', async () => {
  await setUp(3, [{}, machineOff(times.hour), machineOff(-times.hour)]);
  const [right, ahead, behind] = stores;
  const slow = await atWork(behind, { clock: behind.clock });
  const others = [right, ahead].map((store) => processOn(store, { clock: store.clock }));
  const check = async () => {
    for (const other of others) await other.check();
    return others.map(({ begun }) => begun.length);
  };
  expect(await check()).toEqual([0, 0]);
  slow.end();
  await slow.checking;
  expect(await check()).toEqual([0, 0]);
});
