const cacheName = 'start-page';
/** Where a start asks for it; the service worker answers with it (src/sw/start-page.ts). */
const address = '/';

/** The page that the next start shows first (Cache API). Not there in private windows of some browsers, and on plain http. */
export const keptStartPage = {
  read: async (): Promise<Response | undefined> => caches.match(address, { cacheName }),
  keep: async (page: Response): Promise<void> => (await caches.open(cacheName)).put(address, page),
  forget: async (): Promise<void> => {
    if ('caches' in globalThis) await caches.delete(cacheName);
  },
};
