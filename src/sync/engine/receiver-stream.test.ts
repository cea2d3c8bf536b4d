import { beforeEach, expect, test, vi } from 'vitest';
import { syncEvents } from '#contract/endpoints/core.ts';
import { times } from '#contract/times.ts';
import { apiAnswer, freshDatabase, quietPorts, userId } from '#tests/fixtures/device.ts';
import { ApiClient } from '../wire/api-client.ts';
import { SyncClient } from './client.ts';
import { withEngine } from './engine.ts';
import { Connection } from '../wire/connection.ts';

interface Timer {
  readonly delay: number;
  readonly task: () => void;
}

let client: SyncClient;
/** Planned timers; none fires unless a test runs it. */
let timers: Set<Timer>;
let requests: number;
let openStream: () => void;

beforeEach(async () => {
  const db = freshDatabase();
  const stream = Promise.withResolvers<Response>();
  openStream = () => stream.resolve(new Response(new ReadableStream(), { headers: { 'x-event-companion': '1' } }));
  timers = new Set();
  requests = 0;
  const ports = quietPorts({
    setTimer: (delay, task) => {
      const timer = { delay, task };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    fetch: async (path) => {
      if (path === syncEvents.path) return stream.promise;
      requests += 1;
      return apiAnswer(200, { cursor: 'a', reset: false, more: false, changes: [] });
    },
  });
  const connection = new Connection();
  const api = new ApiClient({ ports, connection, userId, token: 'token', onRefused: () => {} });
  client = withEngine(new SyncClient({ db, ports }), { ports, connection, api });
  client.start();
  // Each drain starts a pull of its own; this last one waits for it.
  await client.syncNow();
  await (await client.engine()).pull();
  return () => {
    client.stop();
    db.close();
  };
});

const planned = (delay: number) => [...timers].filter((timer) => timer.delay === delay);

test('without a stream the app pulls every twenty seconds', async () => {
  const before = requests;
  const [poll, ...others] = planned(20 * times.second);
  expect(others).toEqual([]);
  poll?.task();
  await vi.waitFor(() => expect(requests).toBe(before + 1));
});

test('opening a stream starts a pull, and the app continues to poll every five minutes', async () => {
  const before = requests;
  openStream();
  await vi.waitFor(() => expect(requests).toBe(before + 1));
  await vi.waitFor(() => expect(planned(5 * times.minute)).toHaveLength(1));
  expect(planned(20 * times.second)).toEqual([]);
  planned(5 * times.minute)[0]?.task();
  await vi.waitFor(() => expect(requests).toBe(before + 2));
});
