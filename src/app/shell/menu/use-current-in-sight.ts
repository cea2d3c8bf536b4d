import { type RefObject, useLayoutEffect } from 'react';

/** Scrolls a menu, and nothing but it, to the entry of the screen that is shown, whenever `what` is shown becomes something else. */
export function useCurrentInSight(menu: RefObject<HTMLElement | null>, what: string): void {
  useLayoutEffect(() => {
    const current = menu.current?.querySelector('[aria-current]');
    if (!menu.current || !current) return;
    const frame = menu.current.getBoundingClientRect();
    const { top, bottom } = current.getBoundingClientRect();
    if (top < frame.top) menu.current.scrollBy(0, top - frame.top);
    // Under a banner, the menu reaches below the window.
    const end = Math.min(frame.bottom, innerHeight);
    if (bottom > end) menu.current.scrollBy(0, bottom - end);
  }, [menu, what]);
}
