import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Adapts the height of a text field to its text in browsers without `field-sizing`. */
export function useGrowing(value: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!field.current || globalThis.CSS?.supports('field-sizing', 'content')) return;
    const { style } = field.current;
    style.height = 'auto';
    const { scrollHeight, offsetHeight, clientHeight } = field.current;
    style.height = `${scrollHeight + offsetHeight - clientHeight}px`;
  }, [value]);
  return field;
}
