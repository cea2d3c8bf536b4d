import { expect, test, vi } from 'vitest';
import { apiAnswer, quietPorts, userId } from '#tests/fixtures/device.ts';
import { ApiClient } from './api-client.ts';
import { Connection } from './connection.ts';

const call = { method: 'POST', path: '/api/event/2/switch', body: {} } as const;
const token = { success: true, token: 'second', userId, expiresIn: 60 };

/** A client with a token. `answer` produces the server's answer to each request. */
function signedIn(answer: (requests: readonly string[]) => Response) {
  const requests: string[] = [];
  const onRefused = vi.fn<() => void>();
  const fetch = async (path: string): Promise<Response> => {
    requests.push(path);
    return path === '/api/users/refresh' ? apiAnswer(200, token) : answer(requests);
  };
  const api = new ApiClient({ ports: quietPorts({ fetch }), connection: new Connection(), userId, token: 'first', onRefused });
  return { api, requests, onRefused };
}

test.each(['switch_code_wrong', 'switch_code_spent', 'switch_code_missing'])(
  'a 401 with the code %s is not repeated and keeps the token',
  async (error) => {
    const { api, requests, onRefused } = signedIn(() => apiAnswer(401, { error, message: '' }));
    expect(await api.send(call)).toMatchObject({ kind: 'answer', status: 401, body: { error } });
    expect(requests).toEqual([call.path]);
    expect(onRefused).not.toHaveBeenCalled();
    expect(await api.token()).toEqual({ kind: 'token', token: 'first' });
  },
);

test('a busy server answers a refresh with Retry-After, and the session continues', async () => {
  const onRefused = vi.fn<() => void>();
  const busy = apiAnswer(503, { error: 'unavailable', message: '' }, { 'retry-after': '30' });
  const api = new ApiClient({ ports: quietPorts({ fetch: async () => busy.clone() }), connection: new Connection(), userId, onRefused });
  expect(await api.send(call)).toMatchObject({ kind: 'answer', status: 503, body: { error: 'unavailable' }, retryAfter: 30 });
  expect(onRefused).not.toHaveBeenCalled();
});

test.each([{ error: 'unauthenticated', message: '' }, 'no body of ours'])('a 401 with the body %j refreshes the token', async (body) => {
  const { api, requests } = signedIn(({ length }) => (length === 1 ? apiAnswer(401, body) : apiAnswer(200, {})));
  expect(await api.send(call)).toMatchObject({ status: 200 });
  expect(requests).toEqual([call.path, '/api/users/refresh', call.path]);
});

test('a slow network brings a token with the second refresh, which waits like other requests', async () => {
  vi.useFakeTimers();
  try {
    const roundTrip = 7_500;
    const askedAt: number[] = [];
    const start = Date.now();
    const ports = quietPorts({
      setTimer: (delay, task) => {
        const timer = setTimeout(task, delay);
        return () => clearTimeout(timer);
      },
      fetch: (_path, { signal }) =>
        new Promise((resolve, reject) => {
          askedAt.push(Date.now() - start);
          setTimeout(() => resolve(apiAnswer(200, token)), roundTrip);
          signal?.addEventListener('abort', () => reject(new TypeError('no network')));
        }),
    });
    const api = new ApiClient({ ports, connection: new Connection(), userId, onRefused: () => {} });
    const found = api.token();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await found).toMatchObject({ kind: 'token', token: 'second' });
    expect(askedAt).toEqual([0, 4_000]);
  } finally {
    vi.useRealTimers();
  }
});
