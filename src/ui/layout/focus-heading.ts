import { useEffect, useRef } from 'react';

/** Moves the focus to the heading of the screen, when the focused element is removed. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** The focused buttons disappear after a save or a cancel: moves the focus to the heading, unless the person has moved it. */
export function useFocusAfterSave(dirty: boolean): void {
  const wasDirty = useRef(false);
  useEffect(() => {
    if (wasDirty.current && !dirty && document.activeElement === document.body) focusHeading();
    wasDirty.current = dirty;
  }, [dirty]);
}
