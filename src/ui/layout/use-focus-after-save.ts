import { useEffect, useRef } from 'react';
import { focusHeading } from './focus-heading.ts';

/** The focused buttons disappear after a save or a cancel: moves the focus to the heading, unless the person has moved it. */
export function useFocusAfterSave(dirty: boolean): void {
  const wasDirty = useRef(false);
  useEffect(() => {
    if (wasDirty.current && !dirty && document.activeElement === document.body) focusHeading();
    wasDirty.current = dirty;
  }, [dirty]);
}
