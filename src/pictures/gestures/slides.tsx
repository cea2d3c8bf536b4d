import { type PointerEvent, type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { pictureSize } from '#contract/pictures.ts';
import { classes } from '#ui/theme/classes.ts';
import type { GestureCalls, Gestures } from './gestures.ts';
import styles from './slides.module.css';

/** A picture in a row of pictures. */
export interface Slide {
  /** Identifies the picture: its name changes when a pending one is sent, and when the full size has arrived. */
  readonly id: string;
  readonly name: string;
}

interface SlidesProps {
  gestures: Gestures;
  calls: GestureCalls;
  shown: Slide;
  previous: Slide | null;
  next: Slide | null;
  children: (slide: Slide, isShown: boolean) => ReactNode;
}

/** The shown picture between its neighbours, so that they are visible while a finger turns. */
export function Slides({ gestures, calls, shown, previous, next, children }: SlidesProps): ReactNode {
  const pageIsZoomed = useZoomed();
  const box = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const [before, after] = [previous?.id, next?.id];
  const last = useRef({ id: '', before, after });
  useLayoutEffect(() => {
    gestures.serve(calls, pictureSize(shown.name));
  });
  useLayoutEffect(() => {
    const was = last.current;
    last.current = { id: shown.id, before, after };
    if (was.id === shown.id || !box.current || !track.current || !picture.current) return;
    const parts = { box: box.current, track: track.current, picture: picture.current };
    gestures.show(parts, shown.id === was.after ? 1 : shown.id === was.before ? -1 : 0);
  }, [gestures, shown.id, before, after]);
  const follow = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // A mouse may leave the box while it is pressed.
      if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId);
      gestures.down(event);
    },
    onPointerMove: gestures.move,
    onPointerUp: gestures.up,
    onPointerCancel: gestures.cancel,
  };
  const place = (slide: Slide | null, at: 'before' | 'shown' | 'after'): ReactNode =>
    slide && (
      <div
        key={slide.id}
        ref={at === 'shown' ? picture : undefined}
        data-opened={at === 'shown' ? 'picture' : undefined}
        className={classes(styles.slide, styles[at])}
      >
        {children(slide, at === 'shown')}
      </div>
    );
  return (
    <div ref={box} className={classes(styles.box, pageIsZoomed && styles.free)} {...(pageIsZoomed ? {} : follow)}>
      <div ref={track} className={styles.track}>
        {[place(previous, 'before'), place(shown, 'shown'), place(next, 'after')]}
      </div>
    </div>
  );
}

/** Returns whether the page is zoomed by pinching; a one-finger movement then pans. */
function useZoomed(): boolean {
  return useSyncExternalStore(subscribe, isZoomed);
}

const isZoomed = (): boolean => (globalThis.visualViewport?.scale ?? 1) > 1.01;

function subscribe(listener: () => void): () => void {
  const { visualViewport } = globalThis;
  visualViewport?.addEventListener('resize', listener);
  return () => visualViewport?.removeEventListener('resize', listener);
}
