import { useEffect, useRef } from 'react';

/** Gives what moves the focus to the first element that a selector finds, once that is drawn; a text is marked, so that typing replaces it. */
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
