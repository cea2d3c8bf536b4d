import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { pendingQueries } from './pending-queries.ts';

/** The time (ms) after which parts are shown even if others still wait. */
const patience = 2_000;

/**
 * Shows its parts together when their code is loaded and the device has answered the queries on screen, so that none moves another one. A
 * lazily loaded part has a query, whose end is the signal to look again.
 */
export function AllAnswered({ className, children }: { className: string | undefined; children: ReactNode }): ReactNode {
  const [isShown, show] = useState(false);
  const parts = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isShown) return;
    // In a microtask, as the same commit may draw parts with queries of their own.
    const look = (): void =>
      queueMicrotask(() => pendingQueries.get() === 0 && !parts.current?.querySelector('[data-coming]') && show(true));
    look();
    const leave = pendingQueries.subscribe(look);
    const timer = setTimeout(() => show(true), patience);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [isShown]);
  return (
    <div ref={parts} className={className} data-coming={isShown ? undefined : 'parts'}>
      {children}
    </div>
  );
}
