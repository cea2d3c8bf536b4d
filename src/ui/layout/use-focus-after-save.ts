import { useEffect, useRef } from 'react';
import { focusHeading } from './focus-heading.ts';

/** With the buttons that saved it or gave it up the focus would go: it stays on the screen, unless the person has gone on. */
export function useFocusAfterSave(dirty: boolean): void {
  const wasDirty = useRef(false);
  useEffect(() => {
    if (wasDirty.current && !dirty && document.activeElement === document.body) focusHeading();
    wasDirty.current = dirty;
  }, [dirty]);
}
