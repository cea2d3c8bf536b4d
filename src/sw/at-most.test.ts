import { expect, test, vi } from 'vitest';
import { atMost } from './at-most.ts';

test('a cache keeps the newest pictures', async () => {
  const stored: string[] = [];
  const cache = { keys: async () => [...stored], delete: async (name: string) => void stored.splice(stored.indexOf(name), 1) };
  const open = vi.fn<(name: string) => Promise<typeof cache>>(async () => cache);
  vi.stubGlobal('caches', { open });
  const { cacheDidUpdate } = atMost('faces', 2);
  for (const name of ['a', 'b', 'c', 'd']) {
    stored.push(name);
    await cacheDidUpdate?.({ cacheName: 'faces' } as never);
  }
  expect([stored, open.mock.calls[0]]).toEqual([['c', 'd'], ['faces']]);
});
