import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Makes a text field as high as its text where the browser cannot do it by `field-sizing`. */
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
