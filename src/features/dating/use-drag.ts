import { type CSSProperties, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import type { Side } from './rating-tabs.ts';

/** How far (CSS pixels) something has to be dragged to the side to count. */
const least = 50;

/** Movements smaller than this (CSS pixels) may still become a press or a scroll. */
const slack = 8;

interface Drag {
  readonly style: CSSProperties;
  /** To which side it would count if it was let go now. */
  readonly towards: Side | null;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: () => void;
  readonly onClickCapture: (event: MouseEvent<HTMLElement>) => void;
}

const sideOf = (x: number): Side | null => (Math.abs(x) > least ? (x > 0 ? 'right' : 'left') : null);

/** For an element with `touch-action: pan-y`: it follows finger or mouse to the side, and says where it was let go beyond 50 pixels. */
export function useDrag(onDragged: (side: Side) => void): Drag {
  const from = useRef<{ id: number; x: number; y: number } | null>(null);
  const [x, setX] = useState(0);
  // Some browsers say after a drag that what it ended on was clicked.
  const dragged = useRef(false);
  const end = (): void => {
    from.current = null;
    setX(0);
  };
  return {
    style: x === 0 ? {} : { transform: `translateX(${x}px) rotate(${x / 40}deg)`, transition: 'none' },
    towards: sideOf(x),
    onPointerDown: ({ isPrimary, button, pointerId: id, clientX, clientY }) => {
      end();
      dragged.current = false;
      if (isPrimary && button === 0) from.current = { id, x: clientX, y: clientY };
    },
    onPointerMove: ({ pointerId, buttons, clientX, clientY, currentTarget }) => {
      const start = from.current;
      if (start?.id !== pointerId) return;
      // Let go outside of it, before it was a drag.
      if (buttons === 0) return end();
      const [right, down] = [clientX - start.x, clientY - start.y];
      if (x === 0 && Math.abs(right) < Math.max(slack, Math.abs(down))) return;
      // From here on it is a drag, wherever the pointer goes, and no press of a button in it.
      if (x === 0) currentTarget.setPointerCapture(pointerId);
      setX(right);
    },
    onPointerUp: ({ pointerId, clientX }) => {
      const start = from.current;
      if (start?.id !== pointerId) return;
      // By where it was let go: what is drawn may be a moment behind.
      const side = x === 0 ? null : sideOf(clientX - start.x);
      dragged.current = x !== 0;
      end();
      if (side) onDragged(side);
    },
    onPointerCancel: end,
    onClickCapture: (event) => {
      // A press of a key is a click of no button.
      if (!dragged.current || event.detail === 0) return;
      dragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
