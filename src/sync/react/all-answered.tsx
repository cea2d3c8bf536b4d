import { type ReactNode, useLayoutEffect, useState } from 'react';
import { pendingQueries } from './pending-queries.ts';

/** The time (ms) after which parts are shown even if others still wait. */
const patience = 2_000;

/** Shows its parts together when the device has answered the queries on screen, so that none moves another one. */
export function AllAnswered({ className, children }: { className: string | undefined; children: ReactNode }): ReactNode {
  const [isShown, show] = useState(false);
  useLayoutEffect(() => {
    if (isShown) return;
    // In a microtask, as the same commit may draw parts with queries of their own.
    const look = (): void => queueMicrotask(() => pendingQueries.get() === 0 && show(true));
    look();
    const leave = pendingQueries.subscribe(look);
    const timer = setTimeout(() => show(true), patience);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [isShown]);
  return (
    <div className={className} data-coming={isShown ? undefined : 'parts'}>
      {children}
    </div>
  );
}
