import { forceCloseDatabase, IDBObjectStore as FakeObjectStore, IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { freshDatabase, quietPorts, userId } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import { ApiClient } from '../wire/api-client.ts';
import { SyncClient } from '../engine/client.ts';
import { withEngine } from '../engine/engine.ts';
import { Connection } from '../wire/connection.ts';
import type { Ports } from './ports.ts';

let db: EventDatabase;
let storage: IDBFactory;
let ports: Ports;
let client: SyncClient;

beforeEach(async () => {
  storage = new IDBFactory();
  db = freshDatabase(storage);
  ports = quietPorts({
    setTimer: (delay, task) => {
      if (delay === 0) setImmediate(task);
      return () => {};
    },
  });
  const connection = new Connection();
  const api = new ApiClient({ ports, connection, userId, onRefused: () => {} });
  client = withEngine(new SyncClient({ db, ports }), { ports, connection, api });
  client.start();
  await (await client.engine()).execute('posts', 'create', { content: 'before', replyToId: null }, { eventId: 1 });
  return () => {
    client.stop();
    db.close();
  };
});

const write = async (content: string) => (await client.engine()).execute('posts', 'create', { content, replyToId: null }, { eventId: 1 });

/** Simulates iOS: every request of the connection fails, and no event reports that it is lost. */
function loseConnection(): void {
  const lost = db.backendDB();
  for (const name of ['get', 'add', 'put'] as const) {
    const original = FakeObjectStore.prototype[name] as (this: IDBObjectStore, ...args: unknown[]) => IDBRequest;
    vi.spyOn(FakeObjectStore.prototype, name).mockImplementation(function request(this: IDBObjectStore, ...args: unknown[]) {
      if (this.transaction.db !== lost) return original.apply(this, args);
      throw new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError');
    } as never);
  }
}

const contents = async () => (await db.outbox.orderBy('seq').toArray()).map(({ args }) => (args as { content: string }).content);

describe('a write on a lost connection', () => {
  test('is stored on a new connection', async () => {
    loseConnection();
    await write('after');
    expect(await contents()).toEqual(['before', 'after']);
    expect(client.status.get().storageProblem).toBeNull();
  });

  test('is not stored twice if only its confirmation was lost', async () => {
    const { transaction } = db;
    let lost = false;
    vi.spyOn(db, 'transaction').mockImplementation((async (...args: Parameters<typeof transaction>) => {
      const result: unknown = await transaction.apply(db, args);
      if (lost || args[0] !== 'rw' || (await db.outbox.count()) < 2) return result;
      lost = true;
      throw new DOMException('', 'UnknownError');
    }) as never);
    await write('once');
    expect(lost).toBe(true);
    expect(await contents()).toEqual(['before', 'once']);
  });

  test('rejects if the database does not open again', async () => {
    loseConnection();
    storage.open = () => {
      throw new DOMException('', 'InvalidStateError');
    };
    await expect(write('no use')).rejects.toMatchObject({ name: 'StorageError', problem: 'lost' });
    expect(client.status.get().storageProblem).toBe('lost');
  });
});

test('a database that was deleted while open is reported as lost, and commands are refused', async () => {
  await new Promise((resolve, reject) => {
    const request = storage.deleteDatabase(db.name);
    request.addEventListener('success', resolve);
    request.addEventListener('error', reject);
  });
  await expect(write('into the void')).rejects.toMatchObject({ name: 'StorageError', problem: 'lost' });
  expect(client.status.get().storageProblem).toBe('lost');
});

test('a database that the browser closed and emptied is reported with its unsent commands', async () => {
  const told = new Promise<void>((resolve) => {
    client.status.subscribe(() => {
      if (client.status.get().lost.length > 0) resolve();
    });
  });
  // Dexie may warn that it opens the database again.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  forceCloseDatabase(db.backendDB() as never);
  await new Promise((resolve) => {
    storage.deleteDatabase(db.name).addEventListener('success', resolve);
  });
  await write('after the loss');
  await told;
  expect(client.status.get().lost).toMatchObject([{ text: 'before' }]);
  expect(await contents()).toEqual(['after the loss']);
});
