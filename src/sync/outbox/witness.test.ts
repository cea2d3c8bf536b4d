import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase, quietPorts, removePost, serverPost, userId, writePost } from '../../../tests/fixtures/device.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { Ports } from '../device/ports.ts';
import { acknowledge, attest, forgetTestimony, lostSince, reconcile, testimony } from './witness.ts';

let ports: Ports;
let storage: IDBFactory;

beforeEach(() => {
  ports = quietPorts();
  storage = new IDBFactory();
});

/** Starts the app on the storage as it is now; answers what it says was lost. */
async function start<T>(work: (db: EventDatabase, lost: readonly { text: string }[]) => Promise<T>): Promise<T> {
  const db = freshDatabase(storage);
  try {
    return await work(db, await lostSince(ports.store, db));
  } finally {
    db.close();
  }
}

const lostNow = (): Promise<string[]> => start(async (_db, lost) => lost.map(({ text }) => text));

/** Writes as the app does before it says "saved". */
const write = (content: string) => start(async (db) => attest(ports.store, [await writePost(db, ports, content)]));

test('a database that the browser took away is noticed, and what was not sent is named until the person has seen it', async () => {
  await write('Who has seen my hat?');
  await write('And my boots?');
  storage = new IDBFactory();
  expect(await lostNow()).toEqual(['Who has seen my hat?', 'And my boots?']);
  expect(await lostNow()).toEqual(['Who has seen my hat?', 'And my boots?']);
  await acknowledge(ports.store, userId);
  expect(await lostNow()).toEqual([]);
});

test('what is written after a loss is not called lost with the rest, and is lost by itself', async () => {
  await write('lost');
  storage = new IDBFactory();
  await start(async (db) => {
    await attest(ports.store, [await writePost(db, ports, 'written since')]);
    await reconcile(ports.store, db);
  });
  expect(await lostNow()).toEqual(['lost']);
  storage = new IDBFactory();
  expect(await lostNow()).toEqual(['lost', 'written since']);
});

test('a command that is stored before anybody looks for a loss is not lost', async () => {
  const db = freshDatabase(storage);
  await attest(ports.store, [await writePost(db, ports, 'quick')]);
  db.close();
  expect(await lostNow()).toEqual([]);
});

test('an app that is opened again has lost nothing', async () => {
  await write('still here');
  expect(await lostNow()).toEqual([]);
});

describe('levelled with the outbox', () => {
  test('it forgets what was sent', async () => {
    await write('sent');
    await start(async (db) => {
      await db.outbox.clear();
      await reconcile(ports.store, db);
    });
    storage = new IDBFactory();
    expect(await lostNow()).toEqual([]);
  });

  test('it learns what a killed app had stored but not yet attested', async () => {
    await start(async (db) => {
      await writePost(db, ports, 'killed at once');
      await reconcile(ports.store, db);
    });
    storage = new IDBFactory();
    expect(await lostNow()).toEqual(['killed at once']);
  });

  test('it forgets nothing for an empty database that took the place of a lost one', async () => {
    await write('lost');
    storage = new IDBFactory();
    const worker = freshDatabase(storage);
    await reconcile(ports.store, worker);
    worker.close();
    expect(await lostNow()).toEqual(['lost']);
  });

  test('it never forgets what another tab stores meanwhile', async () => {
    await start(async (db) => {
      const keys = ports.store.keys;
      ports.store.keys = async (prefix) => {
        await attest(ports.store, [await writePost(db, ports, 'from another tab')]);
        return keys(prefix);
      };
      await reconcile(ports.store, db);
      ports.store.keys = keys;
    });
    expect(await testimony(ports.store, userId)).toMatchObject([{ text: 'from another tab' }]);
  });
});

test('a removal is told by what was to be removed', async () => {
  const row = serverPost('0190f1de-0000-7000-8000-000000000001', { content: 'an old offer' });
  await start(async (db) => {
    await db.mirror('posts').put(row);
    await attest(ports.store, [await removePost(db, ports, row.id)]);
  });
  expect(await testimony(ports.store, userId)).toMatchObject([{ resource: 'posts', mutation: 'remove', text: 'an old offer' }]);
});

test('it costs one small write for each command, however many wait', async () => {
  const written: number[] = [];
  const { set } = ports.store;
  ports.store.set = (key, value) => {
    written.push(JSON.stringify(value).length);
    return set(key, value);
  };
  for (let i = 0; i < 50; i += 1) await write(`post ${i}`);
  expect(written).toHaveLength(50);
  expect(Math.max(...written)).toBeLessThan(300);
});

test('what somebody threw away is nowhere any more', async () => {
  await write('thrown away');
  await forgetTestimony(ports.store, userId);
  storage = new IDBFactory();
  expect(await lostNow()).toEqual([]);
});
