import type { WorkboxPlugin } from 'workbox-core';

/**
 * Deletes the oldest pictures when a cache has more than `count`. Unlike Workbox's expiration it needs no database, which would store
 * addresses and hold a connection that no sign-out can close.
 */
export function atMost(cacheName: string, count: number): WorkboxPlugin {
  return {
    cacheDidUpdate: async () => {
      const cache = await caches.open(cacheName);
      const stored = await cache.keys();
      await Promise.all(stored.slice(0, Math.max(0, stored.length - count)).map((request) => cache.delete(request)));
    },
  };
}
