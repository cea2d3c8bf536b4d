import { useLayoutEffect, useReducer } from 'react';
import { clock } from '#i18n/clock.ts';

const read = () => ({ now: clock.now(), skew: clock.skew() });

/** Returns the time in ms since the epoch, updated every `interval` ms and when the app becomes visible. */
export function useNow(interval: number): number {
  const [{ now, skew }, renew] = useReducer(read, undefined, read);
  useLayoutEffect(() => {
    // In the layout phase: a clock that is set once the screen is visible finds its listener.
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
