import { useLayoutEffect } from 'react';
import type { SyncClient } from '#sync/engine/client.ts';

/** Passes the browser's events to the engine that only a page receives: network changes and visibility. */
export function useBrowserSignals(client: SyncClient): void {
  // In a layout effect, so that no event is missed after the drawing.
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
