import { useEffect, useState } from 'react';

/** How far below the bar (CSS pixels) a day may begin and still be the one that is looked at. */
const slack = 24;

/**
 * The day that is looked at: the last of `days` whose section, marked `data-day`, has reached the lower edge of the bar; the first above all of
 * them. Null until it is known.
 */
export function useShownDay(days: readonly string[], bar: { readonly current: HTMLElement | null }): string | null {
  const [shown, show] = useState<string | null>(null);
  const key = days.join();
  useEffect(() => {
    const look = (): void => {
      frame = null;
      const edge = (bar.current?.getBoundingClientRect().bottom ?? 0) + slack;
      const sections = [...document.querySelectorAll<HTMLElement>('[data-day]')];
      const reached = sections.findLast((section) => section.getBoundingClientRect().top <= edge) ?? sections[0];
      show(reached?.dataset['day'] ?? null);
    };
    let frame: number | null = requestAnimationFrame(look);
    const onScroll = (): void => void (frame ??= requestAnimationFrame(look));
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      if (frame !== null) cancelAnimationFrame(frame);
    };
  }, [key, bar]);
  return shown;
}
