import { useEffect, useRef } from 'react';

/** Returns a function that focuses the first element of a selector after the next render; text is selected, so that typing replaces it. */
export function useFocusOnce(): (selector: string) => void {
  const target = useRef<string | null>(null);
  useEffect(() => {
    const element = target.current === null ? null : document.querySelector<HTMLElement>(target.current);
    if (!element) return;
    target.current = null;
    element.focus();
    if (element instanceof HTMLInputElement) element.select();
  });
  return (selector) => {
    target.current = selector;
  };
}
