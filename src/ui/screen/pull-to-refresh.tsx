import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnRefresh } from './own-refresh.ts';
import styles from './pull-to-refresh.module.css';

/** Pixels of pull that start a refresh, and the most that the page gives way. */
const enough = 64;
const most = 96;

type Phase = 'idle' | 'pull' | 'release' | 'busy';

/**
 * Pulling the page down at its top does what the screen's own button does, or calls `onRefresh` where it has none that says what refreshing it means:
 * nothing is by gesture alone.
 */
export function PullToRefresh({ onRefresh, children }: { onRefresh: () => Promise<void>; children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const area = useRef<HTMLDivElement>(null);
  const hint = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<Phase>('idle');
  const own = useRef<(() => Promise<void>) | null>(null);
  const takeOwn = useCallback((wanted: () => Promise<void>) => {
    own.current = wanted;
    return () => {
      if (own.current === wanted) own.current = null;
    };
  }, []);
  const refresh = useRef(onRefresh);
  useEffect(() => {
    refresh.current = onRefresh;
  });
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let startY: number | null = null;
    let pulled = 0;
    const give = (pixels: number): void => {
      pulled = pixels;
      hint.current?.style.setProperty('--pull', `${pixels}px`);
    };
    const begin = (event: TouchEvent): void => {
      const typing = event.target instanceof Element && event.target.closest('textarea, input') !== null;
      startY = scrollY === 0 && event.touches.length === 1 && !typing ? (event.touches[0]?.clientY ?? null) : null;
    };
    const move = (event: TouchEvent): void => {
      if (startY === null) return;
      const way = ((event.touches[0]?.clientY ?? startY) - startY) / 2;
      if (way <= 0 || scrollY > 0) return give(0);
      give(Math.min(way, most));
      setPhase(pulled >= enough ? 'release' : 'pull');
    };
    const end = ({ type }: Event): void => {
      if (startY === null) return;
      startY = null;
      // A gesture that the system takes over asked for nothing.
      const wanted = pulled >= enough && type === 'touchend';
      give(wanted ? enough : 0);
      setPhase(wanted ? 'busy' : 'idle');
      if (!wanted) return;
      void (own.current ?? refresh.current)().finally(() => {
        give(0);
        setPhase('idle');
      });
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchmove', move, { passive: true });
    element.addEventListener('touchend', end);
    element.addEventListener('touchcancel', end);
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', end);
      element.removeEventListener('touchcancel', end);
    };
  }, []);
  return (
    <div ref={area}>
      <div ref={hint} className={styles['hint']} aria-hidden="true">
        {phase !== 'idle' && t(`pull.${phase}`)}
      </div>
      <OwnRefresh value={takeOwn}>{children}</OwnRefresh>
    </div>
  );
}
