import { afterEach, expect, test, vi } from 'vitest';
import { withWebLock } from './web-lock.ts';

afterEach(() => vi.useRealTimers());

/** Takes a lock and holds it, as a frozen tab does. Returns the release. */
async function freeze(name: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  const kept = Promise.withResolvers<void>();
  void withWebLock(name, () => {
    held.resolve();
    return kept.promise;
  });
  await held.promise;
  return kept.resolve;
}

test('work runs without a lock that is not released within the patience', async () => {
  const thaw = await freeze('frozen');
  expect(await withWebLock('frozen', async () => 'done all the same', 5)).toBe('done all the same');
  thaw();
  // The frozen holder blocks nobody afterwards.
  expect(await withWebLock('frozen', async () => 'granted')).toBe('granted');
});

test('work without patience waits for the lock', async () => {
  const thaw = await freeze('precious');
  const order: string[] = [];
  const waiting = withWebLock('precious', async () => void order.push('second'));
  await withWebLock('another', async () => void order.push('first'), 5);
  thaw();
  await waiting;
  expect(order).toEqual(['first', 'second']);
});

test('work that holds the lock may exceed the patience and runs once', async () => {
  let runs = 0;
  await expect(
    withWebLock(
      'slow',
      async () => {
        runs += 1;
        await new Promise((resolve) => {
          setTimeout(resolve, 30);
        });
        throw new Error('its own failure');
      },
      5,
    ),
  ).rejects.toThrow('its own failure');
  expect(runs).toBe(1);
});

/** Resolves when all messages sent before have arrived. */
function delivered(): Promise<unknown> {
  const [from, to] = [new BroadcastChannel('test'), new BroadcastChannel('test')];
  return new Promise((resolve) => {
    to.addEventListener('message', resolve);
    from.postMessage(null);
  }).finally(() => [from, to].forEach((channel) => channel.close()));
}

test('a lock is waited for as long as its holder sends pulses', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const kept = Promise.withResolvers<void>();
  const first = withWebLock('long', () => (held.resolve(), kept.promise.then(() => void order.push('first'))), 150);
  await held.promise;
  const second = withWebLock('long', async () => void order.push('second'), 150);
  for (let time = 0; time < 900; time += 50) {
    await vi.advanceTimersByTimeAsync(50);
    await delivered();
  }
  expect(order).toEqual([]);
  kept.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
});
