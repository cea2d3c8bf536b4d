import { useEffect, useState } from 'react';
import { backOff } from '../sync/device/back-off.ts';
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
export function useRetries(url: string | undefined): Retries {
  const online = useSyncStatus().connection === 'online';
  const [tries, setTries] = useState({ url, online, failed: false, attempt: 0, failures: 0 });
  // Of another address nothing has failed yet; the element stays, and with it what it shows until that is there.
  const isOther = url !== tries.url;
  const isBack = online && !tries.online && tries.failed && !isOther;
  if (isOther || online !== tries.online) {
    setTries({
      url,
      online,
      failed: tries.failed && !isBack && !isOther,
      attempt: tries.attempt + Number(isBack),
      failures: isOther ? 0 : tries.failures,
    });
  }
  const { failed, attempt, failures } = tries;
  useEffect(() => {
    if (!failed || !online) return undefined;
    const again = (): void => setTries((now) => ({ ...now, failed: false, attempt: now.attempt + 1 }));
    const timer = setTimeout(again, backOff(failures - 1, Math.random));
    return () => clearTimeout(timer);
  }, [failed, online, failures]);
  return { failed, attempt, onError: () => setTries((now) => ({ ...now, failed: true, failures: now.failures + 1 })) };
}
