import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useDrawnCount } from './use-drawn-count.ts';

const show = (length: number) => renderHook((props) => useDrawnCount(props.length), { initialProps: { length } });

const nextFrame = (): Promise<void> => act(async () => void (await new Promise(requestAnimationFrame)));

test('draws a screenful, then more with each frame, until all rows are drawn', async () => {
  const { result } = show(40);
  const counts = [result.current.count];
  for (let frames = 3; frames > 0; frames -= 1) {
    await nextFrame();
    counts.push(result.current.count);
  }
  expect(counts).toEqual([9, 27, 40, 40]);
});

test('draws all rows on demand', () => {
  const { result } = show(400);
  act(() => result.current.drawAll());
  expect(result.current.count).toBe(400);
});

test('keeps the last rows of a whole list when new ones arrive', () => {
  const { result, rerender } = show(9);
  rerender({ length: 12 });
  expect(result.current.count).toBe(12);
});

test('draws a list in steps that arrives after an empty one, and one that grows by many rows', async () => {
  const { result, rerender } = show(0);
  rerender({ length: 10 });
  expect(result.current.count).toBe(9);
  await nextFrame();
  rerender({ length: 100 });
  expect(result.current.count).toBe(28);
});
