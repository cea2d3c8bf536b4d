import { useRef, useState } from 'react';
import { useLocation } from 'wouter';

/** The part of a path that opens an overlay in full size or in detail. */
const over = /\/(?:photo|evidence|entry)\/[^/]+$/;

/** Returns the path of the screen under an overlay; any other path unchanged. */
export const pathBelow = (path: string): string => path.replace(over, '');

/** The state of links that open an overlay: the previous entry of the history is the screen below. */
export const fromBelow = { fromBelow: true } as const;

/**
 * Returns a function that leads back to the screen below by the history, so that Back does not reopen the closed overlay. If another screen
 * is below by now, because pictures were turned to another page, that screen stays.
 */
export function useWayBelow(): () => void {
  const [path, navigate] = useLocation();
  const [come] = useState(pathBelow(path));
  const left = useRef(false);
  return () => {
    // The browser needs a moment, and must not go back twice.
    if (left.current) return;
    left.current = true;
    if ((history.state as Partial<typeof fromBelow> | null)?.fromBelow && pathBelow(path) === come) history.back();
    else navigate(pathBelow(path), { replace: true });
  };
}
