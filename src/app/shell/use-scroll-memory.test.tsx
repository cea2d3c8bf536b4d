import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawn } from '#feature-kit/drawn.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

/** The callback for a page that has grown; jsdom has no sizes. */
let grow: (() => void) | undefined;

class Growth {
  constructor(onGrowth: () => void) {
    grow = onGrowth;
  }
  observe(): void {}
  disconnect(): void {
    grow = undefined;
  }
}

const scrolled = vi.fn((_x: number, y: number) => void vi.stubGlobal('scrollY', y));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('ResizeObserver', Growth);
  vi.stubGlobal('scrollTo', scrolled);
});

afterEach(() => {
  vi.useRealTimers();
  drawn.set(false);
  scrolled.mockClear();
});

/** Leaves a screen at scroll position 700, and comes back to it. */
function comeBack(): void {
  history.replaceState(null, '', '#/home');
  const { rerender } = renderHook(({ location }) => useScrollMemory(location), { initialProps: { location: '/home' } });
  scrolled(0, 700);
  dispatchEvent(new Event('scroll'));
  const left = history.state as unknown;
  history.replaceState(null, '', '#/chat');
  rerender({ location: '/chat' });
  history.replaceState(left, '', '#/home');
  scrolled.mockClear();
  rerender({ location: '/home' });
}

test('restores the position of a screen that fills slowly', () => {
  comeBack();
  vi.advanceTimersByTime(4_000);
  grow?.();
  expect(scrolled.mock.calls).toEqual([
    [0, 700],
    [0, 700],
  ]);
});

test('does not scroll after the person has moved', () => {
  comeBack();
  dispatchEvent(new Event('wheel'));
  grow?.();
  expect(scrolled.mock.calls).toEqual([[0, 700]]);
});

test('does not scroll the first screen of a page, which would be laid out twice, but the screen after it', () => {
  const { rerender } = renderHook(({ location }) => useScrollMemory(location), { initialProps: { location: '/home' } });
  expect(scrolled).not.toHaveBeenCalled();
  rerender({ location: '/chat' });
  expect(scrolled.mock.calls).toEqual([[0, 0]]);
});

test('scrolls the first screen after a sign-in to its top', () => {
  drawn.set(true);
  renderHook(() => useScrollMemory('/home'));
  expect(scrolled.mock.calls).toEqual([[0, 0]]);
});
