import { beforeEach, expect, test } from 'vitest';
import { contractVersion } from '../../../contract/version.ts';
import { apiAnswer, freshDatabase, quietPorts, serverPost, userId, writePost } from '../../../tests/fixtures/device.ts';
import type { EventDatabase } from '../../db/database.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import { attest, testimony } from '../outbox/witness.ts';
import { pull } from './pull.ts';

let db: EventDatabase;
beforeEach(() => {
  db = freshDatabase();
  return () => db.close();
});

/** A tab that has just been opened reads the feed, and is answered this; says what it asked for, and whether it is behind now. */
async function pulled(answer: Response, store = quietPorts().store): Promise<{ asked: string[]; behind: boolean }> {
  const asked: string[] = [];
  const ports = quietPorts({
    store,
    fetch: async (path) => {
      asked.push(path);
      return answer;
    },
  });
  const connection = new Connection();
  await pull(db, ports, new ApiClient({ ports, connection, userId, token: 'token', onRefused: () => {} }), () => {});
  return { asked, behind: connection.behind.get() };
}

/** A page that brings one post. */
const page = (cursor: string, more: boolean, digit: number) => {
  const row = serverPost(`0190f1de-0000-7000-8000-00000000000${digit}`);
  return { cursor, reset: false, more, changes: [{ resource: 'posts', id: row.id, version: row.version, row }] };
};

test('a first load that was broken off goes on in the next tab where it stood', async () => {
  expect((await pulled(apiAnswer(200, page('a', true, 1)))).asked).toEqual(['/api/sync']);
  expect((await pulled(apiAnswer(200, page('b', false, 2)))).asked).toEqual(['/api/sync?cursor=a']);
  expect(await db.mirror('posts').count()).toBe(2);
});

test('a command whose answer comes by the feed needs no witness any more', async () => {
  const ports = quietPorts();
  const entry = await writePost(db, ports, 'answered by the feed');
  await attest(ports.store, [entry, await writePost(db, ports, 'waits')]);
  const row = serverPost(String(entry.id));
  const changes = [{ resource: 'posts', id: row.id, version: row.version, row, key: entry.key }];
  await pulled(apiAnswer(200, { cursor: 'a', reset: false, more: false, changes }), ports.store);
  expect(await testimony(ports.store, userId)).toMatchObject([{ text: 'waits' }]);
});

test.each([
  [contractVersion + 1, true],
  [contractVersion, false],
])('an answer in the words of contract %i says whether this app is behind', async (version, behind) => {
  const answer = apiAnswer(200, page('a', false, 1), { 'x-event-companion': String(version) });
  expect((await pulled(answer)).behind).toBe(behind);
});
