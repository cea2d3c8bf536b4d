import { useEffect, useState } from 'react';

/** This device's time in milliseconds since the epoch, renewed every `interval` milliseconds and when the app comes back into view. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const renew = (): void => setNow(Date.now());
    const timer = setInterval(renew, interval);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [interval]);
  return now;
}
