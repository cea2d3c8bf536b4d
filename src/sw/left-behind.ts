import type { WorkboxPlugin } from 'workbox-core';

/** Lets go of a picture that was still on its way when its person left this device: it would be kept after everything else had gone. */
export function nothingLeftBehind(signedIn: () => Promise<number | null>, store: Pick<CacheStorage, 'delete'>): WorkboxPlugin {
  return {
    cacheDidUpdate: async ({ cacheName }) => {
      if ((await signedIn()) === null) await store.delete(cacheName);
    },
  };
}
