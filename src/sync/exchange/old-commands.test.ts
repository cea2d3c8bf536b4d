import { beforeEach, describe, expect, test } from 'vitest';
import type { BatchCall } from '#contract/endpoints/core.ts';
import { times } from '#contract/times.ts';
import { apiAnswer, freshDatabase, quietPorts, serverPost, userId, writePost } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import { drain } from './drain.ts';
import type { Ports } from '../device/ports.ts';

let db: EventDatabase;

beforeEach(() => {
  db = freshDatabase();
  return () => db.close();
});

/** Returns ports to a server that accepts all calls. */
const accepting = (): Ports =>
  quietPorts({
    fetch: async (_path, init) => {
      const { calls } = JSON.parse(init.body as string) as { calls: BatchCall[] };
      return apiAnswer(200, {
        answers: calls.map(({ key, body }) => ({ key, status: 201, body: serverPost((body as { id: string }).id) })),
      });
    },
  });

const apiBy = (ports: Ports) => new ApiClient({ ports, connection: new Connection(), userId, token: 'token', onRefused: () => {} });

describe("a command older than the server's receipts", () => {
  const writtenAt = quietPorts().now();
  const later = (fetch: Ports['fetch']): Ports => quietPorts({ fetch, now: () => writtenAt + times.receiptLife + 1 });

  test('is parked if it was tried, as the server may have deleted its receipt', async () => {
    const entry = await writePost(db, quietPorts(), 'from last month');
    // No answer, and the tab is killed before it marked the command as tried.
    const trying = quietPorts();
    await drain(db, { ...trying, fetch: () => Promise.reject(new TypeError('lost')) }, apiBy(trying));
    await db.meta.delete('retry');
    expect((await drain(db, later(lost), apiBy(later(lost)))).kind).toBe('drained');
    expect(await db.outbox.toArray()).toMatchObject([{ key: entry.key, state: 'refused', lastError: { code: 'expired' } }]);
  });

  test('is sent if it was never tried for lack of a token, whatever the clock showed', async () => {
    const requests: string[] = [];
    const aYearBehind = quietPorts({ now: () => writtenAt - 365 * times.day });
    await writePost(db, aYearBehind, 'from a phone whose clock was a year behind');
    const withoutToken = new ApiClient({ ports: aYearBehind, connection: new Connection(), userId, onRefused: () => {} });
    for (const _try of [1, 2]) {
      expect((await drain(db, aYearBehind, withoutToken)).kind).toBe('backing-off');
      await db.meta.delete('retry');
    }
    const right = accepting();
    const ports = { ...right, fetch: (path: string, init: RequestInit) => (requests.push(path), right.fetch(path, init)) };
    expect((await drain(db, ports, apiBy(ports))).kind).toBe('drained');
    expect([requests, await db.outbox.count()]).toEqual([['/api/batch'], 0]);
  });

  test("waits for the server's time if it was tried in the future by the clock", async () => {
    const entry = await writePost(db, quietPorts(), 'from a phone whose clock is a year behind now');
    await db.outbox.update(entry.seq, { triedAt: writtenAt });
    let received = false;
    const requests: string[] = [];
    const right = accepting();
    const ports: Ports = {
      ...right,
      now: () => (received ? writtenAt + times.receiptLife + 1 : writtenAt - 335 * times.day),
      hasServerTime: () => received,
      fetch: async (path, init) => {
        requests.push(path);
        received = true;
        return path === '/api/users/me' ? apiAnswer(200, {}) : right.fetch(path, init);
      },
    };
    expect((await drain(db, ports, apiBy(ports))).kind).toBe('drained');
    expect([requests, await db.outbox.toArray()]).toMatchObject([
      ['/api/users/me'],
      [{ state: 'refused', lastError: { code: 'expired' } }],
    ]);
  });

  test('is not sent if the server is busy and the time is unknown', async () => {
    await writePost(db, quietPorts(), 'from a phone whose clock was set');
    const requests: string[] = [];
    const ports = quietPorts({
      hasServerTime: () => false,
      fetch: async (path) => {
        requests.push(path);
        return apiAnswer(503, { error: 'unavailable', message: '' }, { 'retry-after': '7' });
      },
    });
    expect(await drain(db, ports, apiBy(ports))).toEqual({ kind: 'backing-off', nextAt: ports.now() + 7_000 });
    expect(requests).toEqual(['/api/users/me']);
  });

  test('is neither sent nor parked until the server has sent the time', async () => {
    const entry = await writePost(db, quietPorts(), 'from a phone whose clock was set right since');
    await db.outbox.update(entry.seq, { triedAt: writtenAt });
    const withoutTime = { ...later(lost), hasServerTime: () => false };
    expect((await drain(db, withoutTime, apiBy(withoutTime))).nextAt).toBeGreaterThan(withoutTime.now());
    await db.meta.delete('retry');
    expect(await db.outbox.toArray()).toMatchObject([{ key: entry.key, state: 'waiting' }]);
    const sure = accepting();
    expect((await drain(db, sure, apiBy(sure))).kind).toBe('drained');
    expect(await db.outbox.count()).toBe(0);
  });

  test('is sent if it was never tried, whatever the clock showed', async () => {
    await writePost(db, quietPorts(), 'from a phone whose clock was a year behind');
    const ports = { ...accepting(), now: later(lost).now };
    expect((await drain(db, ports, apiBy(ports))).kind).toBe('drained');
    expect(await db.outbox.count()).toBe(0);
  });

  const lost: Ports['fetch'] = () => Promise.reject(new TypeError('no network'));
});
