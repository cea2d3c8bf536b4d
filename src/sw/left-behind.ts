import type { WorkboxPlugin } from 'workbox-core';

/** Forgets a picture that was still on its way when its person left this device: it would be kept after everything else was deleted. */
export function nothingLeftBehind(signedIn: () => Promise<number | null>, forgetTraces: () => Promise<void>): WorkboxPlugin {
  return {
    cacheDidUpdate: async () => {
      if ((await signedIn()) === null) await forgetTraces();
    },
  };
}
