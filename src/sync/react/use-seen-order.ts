import { useEffect } from 'react';
import { whileVisible } from '#lib/while-visible.ts';
import { markSeenOrder, newestOrder } from '../mirror/mark-seen-order.ts';
import { useSync } from './hooks.tsx';

/** Stores that a screen shows these rows of a resource, while it is visible. */
export function useSeenOrder(resource: string, eventId: number, rows: Parameters<typeof newestOrder>[0] | undefined): void {
  const { db } = useSync();
  const newest = rows && newestOrder(rows);
  useEffect(() => {
    if (newest === undefined) return;
    // If this fails, the rows are new once more.
    return whileVisible(() => void markSeenOrder(db, resource, eventId, newest).catch(() => undefined));
  }, [db, resource, eventId, newest]);
}
