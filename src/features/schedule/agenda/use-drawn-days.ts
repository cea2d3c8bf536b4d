import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Day, Listed } from './agenda.tsx';
import { drawnDays } from './drawn-days.ts';

interface DrawnDays<E extends Listed> {
  readonly drawn: readonly Day<E>[];
  /** Draws all rows at once, for a target that may be missing. */
  readonly drawAll: () => void;
}

/** Scrolls to the row `opensAt` of `content` once, and draws the rows in steps, so that a long list delays neither the first ones nor a tap. */
export function useDrawnDays<E extends Listed>(
  content: RefObject<HTMLElement | null>,
  days: readonly Day<E>[],
  opensAt: string | undefined,
): DrawnDays<E> {
  const [opened] = useState(opensAt);
  const [step, setStep] = useState(0);
  const { days: drawn, start, isAll } = drawnDays(days, opened, step);
  useEffect(() => {
    if (!isAll) startTransition(() => setStep(step + 1));
  }, [isAll, step]);
  const place = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (opened === undefined) return;
    // New rows above push the opened one down, unless the person or the browser has scrolled since.
    if (place.current !== undefined && Math.abs(scrollY - place.current) > 1) return;
    content.current?.querySelector(`[data-entry="${CSS.escape(opened)}"]`)?.scrollIntoView({ block: 'start', behavior: 'instant' });
    place.current = scrollY;
  }, [content, opened, start]);
  return { drawn, drawAll: () => setStep(Infinity) };
}
