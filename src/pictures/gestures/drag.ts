import type { Point } from './zoom.ts';

/** The action of a one-finger drag over a picture that is not zoomed. */
export type Drag = 'turn' | 'close' | 'unclear';

/** A shorter movement (CSS pixels) is a tap. */
export const tapRadius = 8;

/** The distance (CSS pixels) after which a slow drag closes, and the least one of a flick. */
const [closing, flick] = [96, 32];

/** The speed (CSS pixels per ms) of a flick. */
const flickSpeed = 0.4;

/** Returns the action of a movement from its start; one between the directions has none. */
export function dragOf({ x, y }: Point): Drag {
  if (Math.hypot(x, y) < tapRadius) return 'unclear';
  if (Math.abs(x) > 1.2 * Math.abs(y)) return 'turn';
  return y > 2.5 * Math.abs(x) ? 'close' : 'unclear';
}

/** Returns the step to the next (1) or previous (-1) picture at the end of a drag, or 0. `speed` is in CSS pixels per ms. */
export function stepOf(x: number, speed: number, width: number): -1 | 0 | 1 {
  const far = Math.min(Math.max(width / 4, 48), 120);
  const flicked = Math.abs(x) >= flick && Math.abs(speed) >= flickSpeed && Math.sign(speed) === Math.sign(x);
  if (Math.abs(x) < far && !flicked) return 0;
  return x < 0 ? 1 : -1;
}

/** Returns whether a drag downwards closes the view at its end. */
export const closes = (y: number, speed: number): boolean => y >= closing || (y >= flick && speed >= flickSpeed);
