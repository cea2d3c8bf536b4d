import { useEffect, useState } from 'react';
import { clock } from '../../i18n/clock.ts';

/** The time in milliseconds since the epoch, renewed every `interval` milliseconds and when the app comes back into view. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const renew = (): void => setNow(clock.now());
    const timer = setInterval(renew, interval);
    document.addEventListener('visibilitychange', renew);
    const stop = clock.subscribe(renew);
    return () => {
      stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [interval]);
  return now;
}
