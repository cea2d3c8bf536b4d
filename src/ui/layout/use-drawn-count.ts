import { startTransition, useEffect, useState } from 'react';

/** More than a phone shows at once. */
export const screenful = 9;
const perStep = 18;

interface DrawnCount {
  readonly count: number;
  /** Draws all rows at once, for a target that may be missing. */
  readonly drawAll: () => void;
}

/**
 * Returns how many rows of a list to draw: a screenful at first, then more with each frame, so that a long list delays neither the first
 * rows nor a tap. Steps without a frame between them would be laid out together, in one long task.
 */
export function useDrawnCount(length: number, atFirst = screenful): DrawnCount {
  const [count, setCount] = useState(atFirst);
  const isAll = count >= length;
  // Room for new rows: those at the end would otherwise disappear for a frame.
  if (isAll && length > 0 && count < length + perStep) setCount(length + perStep);
  useEffect(() => {
    if (isAll) return;
    const frame = requestAnimationFrame(() => startTransition(() => setCount(count + perStep)));
    return () => cancelAnimationFrame(frame);
  }, [isAll, count]);
  return { count: Math.min(count, length), drawAll: () => setCount(Infinity) };
}
