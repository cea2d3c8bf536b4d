import { expect, test } from 'vitest';
import { freshDatabase, quietPorts, userId, writePosts } from '#tests/fixtures/device.ts';
import { observed } from '#lib/observable.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import { Sender } from './sender.ts';
import type { UploadProgress } from '../exchange/upload.ts';

test('a tap sends a small batch after a network failure, and a network that may be back sends all', async () => {
  const db = freshDatabase();
  const sizes: number[] = [];
  const ports = quietPorts({
    fetch: async (_path, init) => {
      sizes.push((JSON.parse(init.body as string) as { calls: unknown[] }).calls.length);
      throw new TypeError('no network');
    },
  });
  await writePosts(db, ports, Array(200).fill('hello'));
  const api = new ApiClient({ ports, connection: new Connection(), userId, token: 'token', onRefused: () => {} });
  const onProblem = (error: unknown): never => {
    throw error;
  };
  const guarded = (task: () => Promise<number | null | void>) => async () => (await task()) ?? null;
  const parts = { db, ports, api, isStopped: () => false, guarded, isResting: () => false, onProblem, note: () => {} };
  const sender = new Sender(parts, observed<UploadProgress | null>(null), () => {});
  for (const tried of [() => sender.sendNow(), () => sender.sendNow(), () => sender.sendNow(), () => sender.tryAgain()]) await tried();
  sender.stop();
  db.close();
  expect(sizes).toEqual([200, 50, 50, 200]);
});
