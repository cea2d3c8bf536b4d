import { useLayoutEffect } from 'react';
import { type Observable, observed } from '#lib/observable.ts';

const count = observed(0);

/** The number of queries on screen that have no result yet. */
export const pendingQueries: Observable<number> = count;

export function usePendingQuery(waits: boolean): void {
  useLayoutEffect(() => {
    if (!waits) return;
    count.set(count.get() + 1);
    return () => count.set(count.get() - 1);
  }, [waits]);
}
