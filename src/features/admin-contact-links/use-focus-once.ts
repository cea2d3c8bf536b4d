import { useEffect, useRef } from 'react';

/** Returns a function that focuses the first element of a selector after the next render; text is selected, so that typing replaces it. */
export function useFocusOnce(): (selector: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    const element = wanted.current === null ? null : document.querySelector<HTMLElement>(wanted.current);
    if (!element) return;
    wanted.current = null;
    element.focus();
    if (element instanceof HTMLInputElement) element.select();
  });
  return (selector) => {
    wanted.current = selector;
  };
}
