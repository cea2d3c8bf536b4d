import { useLayoutEffect, useRef } from 'react';
import { v7 } from 'uuid';
import { drawn } from '#feature-kit/drawn.ts';

/** The time (ms) within which a restored screen may regain its height. */
const patience = 5_000;

const touched = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** A new screen begins at its top; one opened by Back has its last position. `location` is the screen's path. */
export function useScrollMemory(location: string): void {
  const places = useRef(new Map<string, number>());
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    // The browser would restore it before there is anything to scroll.
    history.scrollRestoration = 'manual';
    const { id, isNew } = entryHere();
    let stop = (): void => undefined;
    // The snapshot of the first screen may have been scrolled already. Read now, its position would cost a layout of the app.
    if (document.getElementById('last-screen')) requestAnimationFrame(() => (stop = scrollWhileFilling(scrollY)));
    // The page is at its top before its first drawing. To scroll it there would lay it out in the task that draws it.
    else if (!isFirst.current || drawn.get()) stop = scrollWhileFilling(isNew ? 0 : (places.current.get(id) ?? 0));
    isFirst.current = false;
    const note = (): void => void places.current.set(id, scrollY);
    addEventListener('scroll', note, { passive: true });
    return () => {
      stop();
      removeEventListener('scroll', note);
    };
  }, [location]);
}

/** Returns the current entry of the browser's history, which gets an id when it is first shown. */
function entryHere(): { id: string; isNew: boolean } {
  const state = history.state as { entry?: string } | null;
  if (typeof state?.entry === 'string') return { id: state.entry, isNew: false };
  const id = v7();
  history.replaceState({ ...state, entry: id }, '');
  return { id, isNew: true };
}

/** Scrolls there, and again while rows and pictures fill the screen, until the person moves. Returns a function that stops it. */
function scrollWhileFilling(target: number): () => void {
  scrollTo(0, target);
  if (target === 0) return () => undefined;
  const growth = new ResizeObserver(() => scrollTo(0, target));
  const timer = setTimeout(() => stop(), patience);
  const stop = (): void => {
    growth.disconnect();
    clearTimeout(timer);
    for (const kind of touched) removeEventListener(kind, stop);
  };
  for (const kind of touched) addEventListener(kind, stop, { passive: true });
  growth.observe(document.body);
  return stop;
}
