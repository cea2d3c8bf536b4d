import { useEffect } from 'react';
import { useSyncStatus } from '#sync/react/hooks.tsx';
import { lookForUpdate, offerAgain } from './worker.ts';

/** A server is updated before its app can be fetched everywhere: until then the app checks this often (ms). */
const every = 60_000;

/** Checks for an update as soon as the server uses a newer contract than this app; it is then offered, even if it was postponed. */
export function useUpdateWhenBehind(): void {
  const { behind, skipping } = useSyncStatus();
  const missesOut = behind || skipping;
  useEffect(() => {
    if (!missesOut) return undefined;
    offerAgain();
    void lookForUpdate();
    const timer = setInterval(() => void lookForUpdate(), every);
    return () => clearInterval(timer);
  }, [missesOut]);
}
