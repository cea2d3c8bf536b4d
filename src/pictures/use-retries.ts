import { useEffect, useState } from 'react';
import { backOff } from '../sync/exchange/retry.ts';
import { useSyncStatus } from '../sync/react/hooks.tsx';

interface Retries {
  /** It did not come, and is not being tried at this moment. */
  readonly failed: boolean;
  /** Another one for each try: the element's key. */
  readonly attempt: number;
  readonly onError: () => void;
}

/**
 * For an image, which by itself tries once: what did not come is asked for again when the network is back and, while there is one, now and then.
 * A single request may fail, or hang until the network has long been back, and the engine never hears of it.
 */
export function useRetries(): Retries {
  const online = useSyncStatus().connection === 'online';
  const [tries, setTries] = useState({ online, failed: false, attempt: 0 });
  const isBack = online && !tries.online && tries.failed;
  if (online !== tries.online) setTries({ online, failed: tries.failed && !isBack, attempt: tries.attempt + Number(isBack) });
  const { failed, attempt } = tries;
  useEffect(() => {
    if (!failed || !online) return undefined;
    const again = (): void => setTries((now) => ({ ...now, failed: false, attempt: now.attempt + 1 }));
    const timer = setTimeout(again, backOff(attempt, Math.random));
    return () => clearTimeout(timer);
  }, [failed, online, attempt]);
  return { failed, attempt, onError: () => setTries((now) => ({ ...now, failed: true })) };
}
