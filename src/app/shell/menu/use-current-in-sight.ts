import { type RefObject, useLayoutEffect } from 'react';

/** Scrolls only the menu, until the entry of the current screen is in the middle, if `what` changes and the entry is out of sight. */
export function useCurrentInSight(menu: RefObject<HTMLElement | null>, what: string): void {
  useLayoutEffect(() => {
    const current = menu.current?.querySelector('[aria-current]');
    if (!menu.current || !current) return;
    const frame = menu.current.getBoundingClientRect();
    const { top, bottom } = current.getBoundingClientRect();
    // Under a banner, the menu extends below the window.
    const end = Math.min(frame.bottom, innerHeight);
    if (top < frame.top || bottom > end) menu.current.scrollBy(0, (top + bottom - frame.top - end) / 2);
  }, [menu, what]);
}
