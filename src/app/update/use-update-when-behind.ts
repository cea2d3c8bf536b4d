import { useEffect } from 'react';
import { useSyncStatus } from '../../sync/react/hooks.tsx';
import { lookForUpdate, offerAgain } from './worker.ts';

/** A server is renewed before its app is fetched everywhere: while it is, the new app is looked for this often (ms). */
const every = 60_000;

/** Looks for the new version of the app as soon as the server speaks of things that this one does not know; it is then offered, also where it was put off. */
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
