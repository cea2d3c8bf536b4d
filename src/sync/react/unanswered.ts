import { useLayoutEffect } from 'react';
import { type Observable, observed } from '../../lib/observable.ts';

const count = observed(0);

/** How many questions of what is drawn the device has not answered yet. */
export const unanswered: Observable<number> = count;

/** Counts a question for as long as it waits. */
export function useUnanswered(waits: boolean): void {
  useLayoutEffect(() => {
    if (!waits) return;
    count.set(count.get() + 1);
    return () => count.set(count.get() - 1);
  }, [waits]);
}
