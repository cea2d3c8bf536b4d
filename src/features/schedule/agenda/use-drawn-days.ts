import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { screenful, useDrawnCount } from '#ui/layout/use-drawn-count.ts';
import type { Day, Listed } from './agenda.tsx';
import { drawnDays, openedDay } from './drawn-days.ts';

interface DrawnDays<E extends Listed> {
  readonly drawn: readonly Day<E>[];
  readonly drawAll: () => void;
}

/** Scrolls to the row `opensAt` of `content` once, and draws the rows from it on in steps. */
export function useDrawnDays<E extends Listed>(
  content: RefObject<HTMLElement | null>,
  days: readonly Day<E>[],
  opensAt: string | undefined,
): DrawnDays<E> {
  const [opened] = useState(opensAt);
  const length = days.reduce((sum, { entries }) => sum + entries.length, 0);
  const [{ from, above }] = useState(() => openedDay(days, opened));
  const { count, drawAll } = useDrawnCount(length, screenful + above);
  const { days: drawn, start } = drawnDays(days, from, count);
  const place = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (opened === undefined) return;
    // Before the rows are painted, but not in the task that draws them, which would lay them out, too.
    const frame = requestAnimationFrame(() => {
      // New rows above push the opened one down, unless the person or the browser has scrolled since.
      if (place.current !== undefined && Math.abs(scrollY - place.current) > 1) return;
      content.current?.querySelector(`[data-entry="${CSS.escape(opened)}"]`)?.scrollIntoView({ block: 'start', behavior: 'instant' });
      place.current = scrollY;
    });
    return () => cancelAnimationFrame(frame);
  }, [content, opened, start]);
  return { drawn, drawAll };
}
