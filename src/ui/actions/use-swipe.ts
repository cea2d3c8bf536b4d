import { type PointerEvent, useRef } from 'react';

/** How far (CSS pixels) a finger goes, and how much more sideways than up or down, for it to be a swipe. */
const [least, steepness] = [48, 2];

interface Swipe {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerUp: (event: PointerEvent) => void;
  readonly onPointerCancel: () => void;
}

/** For an element whose `touch-action` leaves movements to the side alone: hears of a swipe of one finger to the left or to the right. */
export function useSwipe(onSwipe: (towards: 'left' | 'right') => void): Swipe {
  const from = useRef<{ id: number; x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ isPrimary, pointerType, pointerId: id, clientX: x, clientY: y }) => {
      // A second finger makes the picture larger.
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
