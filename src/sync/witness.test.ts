import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { freshDatabase, quietPorts, userId, writePost } from '../../tests/fixtures/device.ts';
import type { Ports } from './ports.ts';
import { acknowledge, lostSince, testify } from './witness.ts';

let ports: Ports;

beforeEach(() => {
  ports = quietPorts();
});

test('a database that the browser took away is noticed, and what was not sent is named', async () => {
  const before = freshDatabase();
  expect(await lostSince(ports.store, before)).toEqual([]);
  await writePost(before, ports, 'Who has seen my hat?');
  await testify(ports.store, userId, await before.outbox.toArray());
  before.close();
  const after = freshDatabase(new IDBFactory());
  expect(await lostSince(ports.store, after)).toMatchObject([{ text: 'Who has seen my hat?' }]);
  // It is said until the person has seen it.
  expect(await lostSince(ports.store, after)).toHaveLength(1);
  await acknowledge(ports.store, after);
  expect(await lostSince(ports.store, after)).toEqual([]);
  after.close();
});

test('an app that is opened again has lost nothing', async () => {
  const storage = new IDBFactory();
  const before = freshDatabase(storage);
  await lostSince(ports.store, before);
  await writePost(before, ports, 'still here');
  await testify(ports.store, userId, await before.outbox.toArray());
  before.close();
  const after = freshDatabase(storage);
  expect(await lostSince(ports.store, after)).toEqual([]);
  after.close();
});

test('what was sent is forgotten', async () => {
  const db = freshDatabase();
  const entry = await writePost(db, ports, 'sent');
  await testify(ports.store, userId, [entry]);
  await testify(ports.store, userId, []);
  db.close();
  const after = freshDatabase(new IDBFactory());
  expect(await lostSince(ports.store, after)).toEqual([]);
  after.close();
});
