import { type RefObject, useEffect } from 'react';

/** Anything lower (px) is a bar of the browser. */
const keyboard = 60;

/** The window with the parts that a test environment lacks. */
type View = Pick<typeof globalThis, 'innerHeight'> & { readonly visualViewport?: VisualViewport | null };

/**
 * Sets `--keyboard` of an element to the height (px) that the on-screen keyboard covers: browsers of phones draw it over the page.
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: view } = globalThis as View;
    if (!view) return;
    const look = (): void => {
      const covered = Math.max(innerHeight, document.documentElement.clientHeight) - view.height - view.offsetTop;
      // A page that is zoomed by two fingers is larger than its view, too.
      const isKeyboard = covered > keyboard && Math.abs(view.scale - 1) < 0.01;
      element.current?.style.setProperty('--keyboard', `${isKeyboard ? Math.round(covered) : 0}px`);
    };
    look();
    view.addEventListener('resize', look);
    view.addEventListener('scroll', look);
    return () => {
      view.removeEventListener('resize', look);
      view.removeEventListener('scroll', look);
    };
  }, [element]);
}
