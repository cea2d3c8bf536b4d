import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Scope } from '#contract/scope.ts';
import { endListening, newsHeard, openSharedStores } from '#tests/fixtures/databases/test-store.ts';
import { storeFailureOf } from '../core/failures.ts';
import { sqlOf } from '../core/handles.ts';
import { readCounters, writeCounters } from '../feed/changes.ts';
import { revokeSession } from '../accounts/sessions.ts';
import { dynamicScopes, readEpoch, type Store, type TouchedScopes, type WriteHandle } from '../store.ts';

let stores: Store[];
let one: Store;
let other: Store;
beforeEach(async () => {
  stores = await openSharedStores(2);
  [one, other] = stores as [Store, Store];
});
afterEach(() => Promise.all(stores.map((store) => store.close())));

const scope: Scope = 'event:1';
const numberIn = async (store: Store): Promise<number> => (await readCounters(store.reading, [scope])).get(scope)?.number ?? 0;

async function raise(trx: WriteHandle, of: Scope = scope): Promise<number> {
  const number = ((await readCounters(trx, [of])).get(of)?.number ?? 0) + 1;
  await writeCounters(trx, new Map([[of, number]]));
  return number;
}

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

describe('the numbers of a scope', () => {
  const ways: [name: string, scopes: TouchedScopes][] = [
    ['when the write announces it', [scope]],
    ['when only the rows determine it', dynamicScopes()],
  ];

  test.each(ways)('are issued in the order of commits %s, however late one commits', async (_name, scopes) => {
    const late = gate();
    const given = gate();
    const first = one.write(scopes, async (trx) => {
      const number = await raise(trx);
      // A read after the write proves that the write has arrived.
      await readCounters(trx, [scope]);
      given.open();
      await late.passed;
      return number;
    });
    await given.passed;
    let isSecondDone = false;
    const second = other.write(scopes, (trx) => raise(trx)).finally(() => (isSecondDone = true));
    // No reader sees the second number without the first.
    for (let look = 0; look < 20; look += 1) {
      expect([await numberIn(one), await numberIn(other), isSecondDone]).toEqual([0, 0, false]);
    }
    late.open();
    expect(await Promise.all([first, second])).toEqual([1, 2]);
    expect(await numberIn(other)).toBe(2);
  });

  test('have neither duplicates nor gaps under concurrent writes', async () => {
    const writes = Array.from({ length: 60 }, (_, index) => stores[index % 2]!.write([scope], (trx) => raise(trx)));
    expect((await Promise.all(writes)).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });

  test('are locked, so that no write that names its scope runs twice', async () => {
    let runs = 0;
    const writes = Array.from({ length: 40 }, (_, index) =>
      stores[index % 2]!.write([scope], (trx) => {
        runs += 1;
        return raise(trx);
      }),
    );
    await Promise.all(writes);
    expect(runs).toBe(40);
  });

  test('are awaited by a write that only names the lock of the scope', async () => {
    const late = gate();
    const inside = gate();
    const held = one.write([scope], async () => {
      inside.open();
      await late.passed;
    });
    await inside.passed;
    let isDone = false;
    const waiting = other.write([`lock ${scope}`], () => Promise.resolve()).finally(() => (isDone = true));
    for (let look = 0; look < 20; look += 1) await numberIn(other);
    expect(isDone).toBe(false);
    late.open();
    await Promise.all([held, waiting]);
  });

  test('block no writes to other scopes', async () => {
    const late = gate();
    const held = one.write([scope], () => late.passed);
    expect(await other.write(['event:2'], (trx) => raise(trx, 'event:2'))).toBe(1);
    late.open();
    await held;
  });
});

describe('concurrent writes', () => {
  const meta = (name: string, value: string) => ({ name, value });
  const set = (trx: WriteHandle, name: string, value: string) =>
    sqlOf(trx)
      .insertInto('meta')
      .values(meta(name, value))
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  const get = async (db: WriteHandle | Store['reading'], name: string) =>
    (await sqlOf(db).selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst())?.value;

  test('are not overwritten: the conflicting write runs again and sees them', async () => {
    await one.write([], (trx) => set(trx, 'count', '0'));
    const add = (store: Store) =>
      store.write([], async (trx) => {
        const before = Number(await get(trx, 'count'));
        await set(trx, 'count', String(before + 1));
      });
    await Promise.all(Array.from({ length: 6 }, (_, index) => add(stores[index % 2]!)));
    expect(await get(one.reading, 'count')).toBe('6');
  });

  test('end a deadlock: one of the two runs again', async () => {
    await one.write([], async (trx) => {
      await set(trx, 'left', '0');
      await set(trx, 'right', '0');
    });
    const both = gate();
    let inside = 0;
    const cross = (store: Store, names: readonly [string, string]) =>
      store.write([], async (trx) => {
        await set(trx, names[0], names[0]);
        inside += 1;
        if (inside === 2) both.open();
        if (inside <= 2) await both.passed;
        await set(trx, names[1], names[0]);
      });
    await Promise.all([cross(one, ['left', 'right']), cross(other, ['right', 'left'])]);
    expect(await get(one.reading, 'left')).toBe(await get(one.reading, 'right'));
  });

  test('are invisible within the snapshot of a reader', async () => {
    await one.read(async (db) => {
      expect(await get(db, 'later')).toBeUndefined();
      await other.write([], (trx) => set(trx, 'later', '1'));
      expect(await get(db, 'later')).toBeUndefined();
    });
    expect(await get(one.reading, 'later')).toBe('1');
  });

  test('change the state of every process', async () => {
    const state = (store: Store) => store.state(store.reading);
    // Other databases of the server change it, too: it is only stable within one snapshot.
    await one.read(async (db) => expect(await one.state(db)).toBe(await one.state(db)));
    const before = await Promise.all(stores.map(state));
    await one.write([], (trx) => set(trx, 'new', '1'));
    const after = await Promise.all(stores.map(state));
    for (const [index, text] of after.entries()) expect(text).not.toBe(before[index]);
  });
});

describe('news', () => {
  const listen = (store: Store) => {
    const received: unknown[] = [];
    store.onNews(({ scopes, endedSessions }) => received.push([scopes === 'all' ? 'all' : [...scopes], [...endedSessions]]));
    return received;
  };

  test('reach every process after the commit, and never after a failure', async () => {
    const received = stores.map(listen);
    const failing = one.write([scope], async (trx) => {
      await raise(trx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await one.write([scope], async (trx) => {
      await raise(trx);
      await revokeSession(trx, { id: 'some-session', userId: 1 }, 0);
    });
    await newsHeard(one);
    await newsHeard(other);
    const marks = (all: unknown[]) => all.filter((each) => !JSON.stringify(each).includes('user:-'));
    for (const all of received)
      expect(marks(all)).toEqual([
        [['event:1'], []],
        [[], ['some-session']],
      ]);
  });

  test('arrive completely for thousands of scopes', async () => {
    const receivedScopes = new Set<string>();
    other.onNews(({ scopes }) => scopes !== 'all' && scopes.forEach((each) => receivedScopes.add(each)));
    const scopes = Array.from({ length: 2_000 }, (_, index): Scope => `user:${index}`);
    await one.write(scopes, (trx) => writeCounters(trx, new Map(scopes.map((each) => [each, 1]))));
    await newsHeard(other);
    expect(scopes.filter((each) => !receivedScopes.has(each))).toEqual([]);
  });

  test('missed during a lost connection are replaced by the announcement of unknown changes', async () => {
    const received = listen(other);
    await endListening(one);
    await vi.waitFor(() => expect(received).toEqual([['all', []]]));
    await one.write([scope], (trx) => raise(trx));
    await vi.waitFor(() => expect(received).toContainEqual([['event:1'], []]));
  });

  test('announce unknown changes if their format is foreign', async () => {
    const received = listen(other);
    const foreign = ['', 'x', 'null', '5', '[]', '{}', '{"scopes":5}', '{"ended":[1]}', '{"later":["event:1"]}'];
    for (const text of foreign) await sql`select pg_notify('event_companion', ${text})`.execute(sqlOf(one.reading));
    await newsHeard(other);
    // The last one marks the end.
    expect(received.slice(0, -1)).toEqual(foreign.map(() => ['all', []]));
  });
});

test('a lost connection rejects its write as unavailable and is replaced', async () => {
  const failing = one.write([scope], async (trx) => {
    await raise(trx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(sqlOf(trx));
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(sqlOf(other.reading));
    await raise(trx);
  });
  expect(storeFailureOf(await failing.catch((error: unknown) => error))).toBe('broken');
  expect(await numberIn(one)).toBe(0);
  // The server released its locks.
  expect(await other.write([scope], (trx) => raise(trx))).toBe(1);
  expect(await one.write([scope], (trx) => raise(trx))).toBe(2);
});

test('a rush waits for pooled connections longer than one may take to open', async () => {
  const inUse = gate();
  const users = Array.from({ length: 4 }, () => one.read(() => inUse.passed));
  await readEpoch(other.reading);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const last = readEpoch(one.reading);
  await vi.advanceTimersByTimeAsync(14_000);
  vi.useRealTimers();
  inUse.open();
  expect(await last).toBe(await readEpoch(other.reading));
  await Promise.all(users);
});

test('a ping succeeds while all connections are in use', async () => {
  const { passed, open } = gate();
  const busy = Array.from({ length: 10 }, () => one.read(() => passed));
  expect(await one.ping()).toBe(true);
  open();
  await Promise.all(busy);
});

test('a write that waits too long for a lock fails as busy and stores nothing', async () => {
  const late = gate();
  const inside = gate();
  const held = one.write([scope], async () => {
    inside.open();
    await late.passed;
  });
  await inside.passed;
  const waiting = other.write([scope], (trx) => raise(trx));
  expect(storeFailureOf(await waiting.catch((error: unknown) => error))).toBe('busy');
  late.open();
  await held;
  expect(await numberIn(one)).toBe(0);
});

test('more locks than the server has room for become one lock on everything', async () => {
  const scopes = Array.from({ length: 20_000 }, (_, index): Scope => `user:${index}`);
  const late = gate();
  const inside = gate();
  const held = one.write(scopes, async () => {
    inside.open();
    await late.passed;
  });
  await inside.passed;
  let isDone = false;
  const waiting = other.write([scope], (trx) => raise(trx)).finally(() => (isDone = true));
  for (let look = 0; look < 20; look += 1) await numberIn(other);
  expect(isDone).toBe(false);
  late.open();
  await held;
  expect(await waiting).toBe(1);
});

test('a text that PostgreSQL cannot store is reported as such', async () => {
  const asking = sqlOf(one.reading).selectFrom('meta').select('value').where('name', '=', 'a\0b').execute();
  expect(storeFailureOf(await asking.catch((error: unknown) => error))).toBe('text');
});

test('all processes on a database share one epoch', async () => {
  expect(await readEpoch(one.reading)).toBe(await readEpoch(other.reading));
});
