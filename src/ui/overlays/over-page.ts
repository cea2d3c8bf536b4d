import { useRef, useState } from 'react';
import { useLocation } from 'wouter';

/** The part of a path that says what lies over a screen at full size. */
const over = /\/(?:photo|evidence)\/[^/]+$/;

/** The path of the screen under what lies over it; any other path as it is. */
export const pathBelow = (path: string): string => path.replace(over, '');

/** For the links that lead over a screen: the entry before theirs in the browser's history is that screen. */
export const fromBelow = { fromBelow: true } as const;

/**
 * Gives what leads back to the screen below, by the way that was come: Back then does not open again what was closed. Where another screen lies
 * below by now, since pictures were turned to another page of them, that one stays.
 */
export function useWayBelow(): () => void {
  const [path, navigate] = useLocation();
  const [come] = useState(pathBelow(path));
  const left = useRef(false);
  return () => {
    // The browser takes a moment for it, and must not be sent back twice.
    if (left.current) return;
    left.current = true;
    if ((history.state as Partial<typeof fromBelow> | null)?.fromBelow && pathBelow(path) === come) history.back();
    else navigate(pathBelow(path), { replace: true });
  };
}
