const cacheName = 'start-page';
/** The address of a start, which the service worker answers (src/sw/start-page.ts). */
const address = '/';

/** The start page in the Cache API, which is missing in private windows of some browsers and on plain http. */
export const keptStartPage = {
  read: async (): Promise<Response | undefined> => caches.match(address, { cacheName }),
  keep: async (page: Response): Promise<void> => (await caches.open(cacheName)).put(address, page),
  forget: async (): Promise<void> => {
    if ('caches' in globalThis) await caches.delete(cacheName);
  },
};
