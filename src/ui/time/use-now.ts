import { useEffect, useReducer } from 'react';
import { clock } from '../../i18n/clock.ts';

const read = () => ({ now: clock.now(), skew: clock.skew() });

/** The time in milliseconds since the epoch, renewed every `interval` milliseconds and when the app comes back into view. */
export function useNow(interval: number): number {
  const [{ now, skew }, renew] = useReducer(read, undefined, read);
  useEffect(() => {
    // The clock may have been set after the render that this effect belongs to.
    if (clock.skew() !== skew) renew();
    const timer = setInterval(renew, interval);
    document.addEventListener('visibilitychange', renew);
    const stop = clock.subscribe(renew);
    return () => {
      stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [interval, skew]);
  return now;
}
