import { expect, test } from 'vitest';
import { closes, dragOf, stepOf } from './gestures.ts';
import { unzoomed, within, zoomAround } from './zoom.ts';

test('a drag turns to the side, closes downwards, and does nothing between', () => {
  expect(dragOf({ x: -60, y: 20 })).toBe('turn');
  expect(dragOf({ x: 10, y: 60 })).toBe('close');
  expect(dragOf({ x: 5, y: 4 })).toBe('unclear');
  expect(dragOf({ x: -90, y: 180 })).toBe('unclear');
  expect(dragOf({ x: 0, y: -80 })).toBe('unclear');
});

test('a drag ends at the next picture if it is long, or short and fast', () => {
  expect(stepOf(-120, 0, 390)).toBe(1);
  expect(stepOf(120, 0, 390)).toBe(-1);
  expect(stepOf(-60, 0, 390)).toBe(0);
  expect(stepOf(-60, -0.8, 390)).toBe(1);
  // The finger has turned back.
  expect(stepOf(-60, 0.8, 390)).toBe(0);
  expect(stepOf(-20, -5, 390)).toBe(0);
  expect(stepOf(-130, 0, 1280)).toBe(1);
  expect([closes(100, 0), closes(50, 0), closes(50, 1)]).toEqual([true, false, true]);
});

test('a zoom keeps the point under the fingers', () => {
  const at = { x: 50, y: -20 };
  const zoom = zoomAround(unzoomed, at, 2);
  expect(zoom).toEqual({ scale: 2, x: -50, y: 20 });
  expect(zoomAround(zoom, at, 1)).toEqual(unzoomed);
});

test('a zoomed picture never leaves a gap at its edge, and stays in the middle where it is smaller than the box', () => {
  const [box, wide] = [
    { width: 400, height: 800 },
    { width: 200, height: 100 },
  ];
  expect(within({ scale: 2, x: 999, y: 999 }, box, wide)).toEqual({ scale: 2, x: 200, y: 0 });
  expect(within({ scale: 2, x: -999, y: -10 }, box, { width: 1, height: 2 })).toEqual({ scale: 2, x: -200, y: -10 });
  expect(within({ scale: 0.5, x: 30, y: 0 }, box, wide)).toEqual(unzoomed);
  expect(within({ scale: 99, x: 0, y: 0 }, box, wide).scale).toBe(4);
});
