import { useSyncExternalStore } from 'react';

/** Returns whether the page is zoomed by pinching; a one-finger movement then pans. */
export function useZoomed(): boolean {
  return useSyncExternalStore(subscribe, isZoomed);
}

const isZoomed = (): boolean => (globalThis.visualViewport?.scale ?? 1) > 1.01;

function subscribe(listener: () => void): () => void {
  const { visualViewport } = globalThis;
  visualViewport?.addEventListener('resize', listener);
  return () => visualViewport?.removeEventListener('resize', listener);
}
