import { useSyncExternalStore } from 'react';

/** Whether the person has made the page larger with two fingers; a movement of one finger then looks around in it. */
export function useZoomed(): boolean {
  return useSyncExternalStore(subscribe, isZoomed);
}

const isZoomed = (): boolean => (globalThis.visualViewport?.scale ?? 1) > 1.01;

function subscribe(listener: () => void): () => void {
  const { visualViewport } = globalThis;
  visualViewport?.addEventListener('resize', listener);
  return () => visualViewport?.removeEventListener('resize', listener);
}
