import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Phase } from './pull-gesture.ts';
import styles from './pull-to-refresh.module.css';

interface PullToRefreshProps {
  onRefresh: () => Promise<void>;
  /** Loads the code of the gesture when true. */
  isReady: boolean;
  children: ReactNode;
}

/** Pulling the page down at its top refreshes it. The gesture is never the only way. */
export function PullToRefresh({ onRefresh, isReady, children }: PullToRefreshProps): ReactNode {
  const { t } = useTranslation();
  const area = useRef<HTMLDivElement>(null);
  const hint = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<Phase>('idle');
  const refresh = useRef(onRefresh);
  useEffect(() => {
    refresh.current = onRefresh;
  });
  useEffect(() => {
    const element = area.current;
    if (!element || !isReady) return;
    let isOver = false;
    let end = (): void => undefined;
    const follow = async (): Promise<void> => {
      const { followPull } = await import('./pull-gesture.ts');
      if (isOver) return;
      end = followPull(element, {
        onGive: (pixels) => hint.current?.style.setProperty('--pull', `${pixels}px`),
        onPhase: setPhase,
        refresh: () => refresh.current(),
      });
    };
    // Without the code of the gesture the buttons remain.
    void follow().catch(() => undefined);
    return () => {
      isOver = true;
      end();
    };
  }, [isReady]);
  return (
    <div ref={area}>
      <div ref={hint} className={styles.hint} aria-hidden="true">
        {phase !== 'idle' && t(`pull.${phase}`)}
      </div>
      {children}
    </div>
  );
}
