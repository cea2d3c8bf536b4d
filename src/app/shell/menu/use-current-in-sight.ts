import { type RefObject, useLayoutEffect } from 'react';

/** Scrolls only the menu to the entry of the current screen, whenever `what` changes. */
export function useCurrentInSight(menu: RefObject<HTMLElement | null>, what: string): void {
  useLayoutEffect(() => {
    const current = menu.current?.querySelector('[aria-current]');
    if (!menu.current || !current) return;
    const frame = menu.current.getBoundingClientRect();
    const { top, bottom } = current.getBoundingClientRect();
    if (top < frame.top) menu.current.scrollBy(0, top - frame.top);
    // Under a banner, the menu extends below the window.
    const end = Math.min(frame.bottom, innerHeight);
    if (bottom > end) menu.current.scrollBy(0, bottom - end);
  }, [menu, what]);
}
