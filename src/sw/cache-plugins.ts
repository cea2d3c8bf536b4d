import type { WorkboxPlugin } from 'workbox-core';
import { isFromServer, isPicture } from '#sync/wire/own-answer.ts';

/** Caches only pictures of the server. A wrongly cached answer, such as the page of a captive portal, is skipped and replaced. */
export const onlyPictures: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 && isFromServer(response) && isPicture(response) ? response : null),
  cachedResponseWillBeUsed: async ({ cachedResponse }) => (cachedResponse && isPicture(cachedResponse) ? cachedResponse : null),
};

const page = /(?:\/|\.html)$/;

/** Caches only files of the app. A page in the place of code or texts is none. */
export const onlyOwnFiles: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) =>
    response.status === 200 && isFromServer(response) && isExpected(request, response) ? response : null,
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    cachedResponse && isExpected(request, cachedResponse) ? cachedResponse : null,
};

function isExpected({ url }: Request, response: Response): boolean {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  return !isPage || page.test(new URL(url).pathname);
}

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
