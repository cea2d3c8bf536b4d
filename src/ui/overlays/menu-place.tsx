import type { ReactNode } from 'react';

/**
 * The container of menus in a dialog. The dialog would take the focus when an entry with the focus disappears, from the button that opened
 * the menu or from the next dialog, so that it must not notice.
 */
export function MenuPlace(): ReactNode {
  return <div ref={keepFocusEvents} data-menus />;
}

function keepFocusEvents(place: HTMLElement | null): (() => void) | undefined {
  const keep = (event: Event): void => event.stopPropagation();
  place?.addEventListener('focusout', keep);
  return () => place?.removeEventListener('focusout', keep);
}
