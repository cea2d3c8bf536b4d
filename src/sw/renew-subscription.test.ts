import { expect, test, vi } from 'vitest';
import { apiAnswer, quietPorts, userId } from '#tests/fixtures/device.ts';
import { renewSubscription } from './renew-subscription.ts';

const subscriptionAt = (endpoint: string) =>
  ({
    endpoint,
    options: { userVisibleOnly: true, applicationServerKey: null },
    toJSON: () => ({ endpoint }),
  }) as unknown as PushSubscription;

/** Returns the server's requests when the browser replaces `old`, by the worker or by itself (`next`), while `person` is signed in. */
async function sentFor(person: number | null, next: PushSubscription | null) {
  const sent: unknown[] = [];
  const ports = quietPorts({
    fetch: async (path, { body }) => {
      if (path === '/api/users/refresh') return apiAnswer(200, { success: true, token: 'token', userId, expiresIn: 60 });
      sent.push(path, (JSON.parse(body as string) as { subscription: string }).subscription);
      return apiAnswer(200, { success: true });
    },
  });
  const pushManager = { subscribe: vi.fn<PushManager['subscribe']>(async () => subscriptionAt('https://push.example/anew')) };
  await renewSubscription(
    { oldSubscription: subscriptionAt('https://push.example/old'), newSubscription: next },
    { pushManager },
    ports,
    person,
  );
  return sent;
}

test("a renewal sends the browser's new subscription, or creates one like the old one", async () => {
  const next = subscriptionAt('https://push.example/next');
  expect(await sentFor(userId, next)).toEqual(['/api/notification', '{"endpoint":"https://push.example/next"}']);
  expect(await sentFor(userId, null)).toEqual(['/api/notification', '{"endpoint":"https://push.example/anew"}']);
});

test('a renewal sends nothing without a signed-in user', async () => {
  expect(await sentFor(null, subscriptionAt('https://push.example/next'))).toEqual([]);
});
