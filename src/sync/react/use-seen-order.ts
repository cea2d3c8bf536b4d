import { useEffect } from 'react';
import { markSeenOrder } from '../mirror/seen-order.ts';
import { useSync } from './hooks.tsx';

interface Ordered {
  readonly order: number;
  readonly $pending?: readonly unknown[] | undefined;
}

/** Stores that a screen shows these rows of a resource, while it is visible; pending rows have no order of the server yet. */
export function useSeenOrder(resource: string, eventId: number, rows: readonly Ordered[] | undefined): void {
  const { db } = useSync();
  const newest = rows && Math.max(0, ...rows.filter(({ $pending = [] }) => $pending.length === 0).map(({ order }) => order));
  useEffect(() => {
    if (newest === undefined) return;
    const mark = (): void => {
      // If this fails, the rows are new once more.
      if (document.visibilityState !== 'hidden') void markSeenOrder(db, resource, eventId, newest).catch(() => undefined);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [db, resource, eventId, newest]);
}
