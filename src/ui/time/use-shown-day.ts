import { useEffect, useRef, useState } from 'react';

/** How far below the bar (CSS pixels) a day may begin and still be the one that is looked at. */
const slack = 24;

/** By these a person moves the page. */
const byHand = ['wheel', 'touchmove', 'keydown'] as const;

/**
 * The day that is looked at: the last of `days` whose section, marked `data-day`, has reached the lower edge of the bar; the first above all of
 * them, and the last at the end of the page. Null until it is known. `hold` marks the day that somebody has chosen until they move the page:
 * at its end it may not get as far as that day.
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
