import { useEffect, useReducer } from 'react';
import { clock } from '#i18n/clock.ts';

const read = () => ({ now: clock.now(), skew: clock.skew() });

/** Returns the time in ms since the epoch, updated every `interval` ms and when the app becomes visible. */
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
