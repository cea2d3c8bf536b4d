import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqlOf } from '#server/store/core/handles.ts';
import { mayRecover, openStore, readEpoch, storeFailureOf, type Store } from '#server/store/store.ts';
import { type PostgresServer, startPostgres } from '../fixtures/databases/postgres-server.ts';

// A real standby that takes over; its consequences are tested in server/store/postgres/identity.test.ts.

let server: PostgresServer;
let url: string;
let store: Store;
beforeAll(async () => {
  server = await startPostgres();
  url = server.urlOf('camp');
  await Promise.all([server.create('camp'), server.create('empty')]);
  store = await openStore({ url, connections: 2 });
});
afterAll(async () => {
  await store.close();
  await server.stop();
});

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const write = () =>
  store.write([], async (trx) => void (await sqlOf(trx).insertInto('meta').values({ name: 'word', value: 'kept' }).execute()));

test('a server that used the standby before its promotion notices the promotion, and was not ready until then', async () => {
  const epoch = await store.history();
  await server.standBy();
  expect(storeFailureOf(await failureOf(store.history()))).toBe('broken');
  expect(storeFailureOf(await failureOf(write()))).toBe('broken');
  expect(await store.ping()).toBe(false);
  for (const to of [url, server.urlOf('empty')]) expect(mayRecover(await failureOf(openStore({ url: to })))).toBe(true);
  await server.promote();
  expect(await store.ping()).toBe(true);
  expect(await store.history()).not.toBe(epoch);
  expect(await readEpoch(store.reading)).toBe(await store.history());
  await write();
});
