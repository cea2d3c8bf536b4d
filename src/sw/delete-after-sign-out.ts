import type { WorkboxPlugin } from 'workbox-core';

/** Deletes a picture that arrives after its person signed out. */
export function deleteAfterSignOut(signedIn: () => Promise<number | null>, forgetTraces: () => Promise<void>): WorkboxPlugin {
  return {
    cacheDidUpdate: async () => {
      if ((await signedIn()) === null) await forgetTraces();
    },
  };
}
