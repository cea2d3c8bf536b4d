import type { ReactNode } from 'react';
import { useObservable, useSession } from '#sync/react/hooks.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const WrongClock = lazyComponent(async () => (await import('./wrong-clock.tsx')).WrongClock, 'part');

export const preloadWrongClock = WrongClock.preload;

/** Notes that the clock of the device is wrong. */
export function ClockNote(): ReactNode {
  const skew = useObservable(useSession().clockSkew);
  return skew === 0 ? null : <WrongClock skew={skew} />;
}
