import { type PointerEvent, useRef } from 'react';

/** The minimum distance of a swipe (CSS pixels), and the minimum ratio of horizontal to vertical movement. */
const [least, steepness] = [48, 2];

interface Swipe {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerUp: (event: PointerEvent) => void;
  readonly onPointerCancel: () => void;
}

/** Reports a one-finger swipe to the left or right. The `touch-action` of the element must leave horizontal movement to the page. */
export function useSwipe(onSwipe: (towards: 'left' | 'right') => void): Swipe {
  const from = useRef<{ id: number; x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ isPrimary, pointerType, pointerId: id, clientX: x, clientY: y }) => {
      // A second finger zooms.
      from.current = isPrimary && pointerType === 'touch' ? { id, x, y } : null;
    },
    onPointerUp: ({ pointerId, clientX, clientY }) => {
      const start = from.current;
      from.current = null;
      if (start?.id !== pointerId) return;
      const [right, down] = [clientX - start.x, clientY - start.y];
      if (Math.abs(right) >= least && Math.abs(right) > steepness * Math.abs(down)) onSwipe(right > 0 ? 'right' : 'left');
    },
    onPointerCancel: () => {
      from.current = null;
    },
  };
}
