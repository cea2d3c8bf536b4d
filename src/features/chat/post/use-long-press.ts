import { type PointerEvent, type SyntheticEvent, useEffect, useRef } from 'react';

/** The time (ms) after which a resting finger counts as a long press, and the pixels that it may move. */
const patience = 500;
const slack = 10;

interface LongPress {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onContextMenu: (event: SyntheticEvent) => void;
}

const controls = 'a, button, input, textarea, summary';

/** Calls `onPress` when a finger rests on an element, but not on its controls or an element of the same kind inside it. */
export function useLongPress(onPress: () => void): LongPress {
  const held = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const end = (): void => {
    clearTimeout(held.current?.timer);
    held.current = null;
  };
  useEffect(() => end, []);
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX, clientY, target, currentTarget }) => {
      end();
      if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return;
      if (target.closest(controls) !== null || target.closest(currentTarget.tagName) !== currentTarget) return;
      const timer = setTimeout(() => {
        ignoreRelease();
        onPress();
      }, patience);
      held.current = { x: clientX, y: clientY, timer };
    },
    onPointerMove: ({ clientX, clientY }) => {
      if (held.current && Math.hypot(clientX - held.current.x, clientY - held.current.y) > slack) end();
    },
    onPointerUp: end,
    // The browser cancels the pointer when it begins to scroll.
    onPointerCancel: end,
    onContextMenu: (event) => {
      if (held.current) event.preventDefault();
    },
  };
}

/** Keeps the release of the finger from becoming a click, which would close what the press has opened. */
function ignoreRelease(): void {
  document.addEventListener('touchend', (event) => event.preventDefault(), { capture: true, once: true, passive: false });
}
