import { useEffect, useRef, useState } from 'react';

/** The distance (CSS pixels) below the bar at which a day still counts as visible. */
const slack = 24;

/** Events by which a person scrolls the page. */
const byHand = ['wheel', 'touchmove', 'keydown'] as const;

/**
 * Returns the last of `days` that has reached the lower edge of the bar (sections have `data-day`), null until known. `hold` keeps a chosen
 * day until the person scrolls, because the page may end before that day.
 */
export function useShownDay(
  days: readonly string[],
  bar: { readonly current: HTMLElement | null },
): [shown: string | null, hold: (day: string) => void] {
  const [shown, show] = useState<string | null>(null);
  const held = useRef<string | null>(null);
  const key = days.join();
  useEffect(() => {
    const look = (): void => {
      frame = null;
      if (held.current !== null) return;
      const edge = (bar.current?.getBoundingClientRect().bottom ?? 0) + slack;
      const sections = [...document.querySelectorAll<HTMLElement>('[data-day]')];
      const atEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 1;
      const reached = atEnd
        ? sections.at(-1)
        : (sections.findLast((section) => section.getBoundingClientRect().top <= edge) ?? sections[0]);
      show(reached?.dataset['day'] ?? null);
    };
    let frame: number | null = requestAnimationFrame(look);
    const onScroll = (): void => void (frame ??= requestAnimationFrame(look));
    const letGo = (): void => void (held.current = null);
    window.addEventListener('scroll', onScroll, { passive: true });
    for (const hand of byHand) window.addEventListener(hand, letGo, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      for (const hand of byHand) window.removeEventListener(hand, letGo);
      if (frame !== null) cancelAnimationFrame(frame);
    };
  }, [key, bar]);
  const hold = (day: string): void => {
    held.current = day;
    show(day);
  };
  return [shown, hold];
}
