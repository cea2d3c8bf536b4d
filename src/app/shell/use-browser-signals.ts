import { useLayoutEffect } from 'react';
import type { SyncClient } from '../../sync/engine/client.ts';

/** Tells the engine what only a page hears: the browser's word on the network, and whether anybody is looking. */
export function useBrowserSignals(client: SyncClient): void {
  // As soon as the app is drawn: what the browser says in between would not be heard.
  useLayoutEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('online', () => void client.networkMayBeBack(), { signal });
    addEventListener('focus', () => void client.networkMayBeBack(), { signal });
    addEventListener('offline', () => client.networkLost(), { signal });
    document.addEventListener('visibilitychange', () => client.setVisible(!document.hidden), { signal });
    return () => stop.abort();
  }, [client]);
}
