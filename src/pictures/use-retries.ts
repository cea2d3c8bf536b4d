import { useState } from 'react';
import { useSyncStatus } from '../sync/react/hooks.tsx';

interface Retries {
  /** It did not come, and the network has not come back since. */
  readonly failed: boolean;
  /** Another one for each try: the element's key. */
  readonly attempt: number;
  readonly onError: () => void;
}

/** For an image, which by itself tries once: what did not come is asked for again when the network is back. */
export function useRetries(): Retries {
  const online = useSyncStatus().connection === 'online';
  const [tries, setTries] = useState({ online, failed: false, attempt: 0 });
  const isBack = online && !tries.online && tries.failed;
  if (online !== tries.online) setTries({ online, failed: tries.failed && !isBack, attempt: tries.attempt + Number(isBack) });
  return { ...tries, onError: () => setTries({ ...tries, failed: true }) };
}
