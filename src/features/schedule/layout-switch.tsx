import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMediaQuery, wideWindow } from '#ui/layout/use-media-query.ts';
import { classes } from '#ui/theme/classes.ts';
import styles from './layout-switch.module.css';
import { type Layout, useStoredLayout } from '#ui/layout/use-stored-layout.ts';

interface LayoutSwitchProps {
  layout: Layout;
  onChoose: (layout: Layout) => void;
}

export function LayoutSwitch({ layout, onChoose }: LayoutSwitchProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div role="group" className={styles.switch} aria-label={t('schedule.layout')}>
      {(['list', 'grid'] as const).map((each) => (
        <button
          key={each}
          type="button"
          className={classes(styles.choice, each === layout && styles.chosen)}
          aria-pressed={each === layout}
          onClick={() => onChoose(each)}
        >
          {t(`schedule.as_${each}`)}
        </button>
      ))}
    </div>
  );
}

/** Returns the chosen layout, which this device remembers; null if the screen has no room for a choice. */
export function useLayout(): [layout: Layout | null, choose: (layout: Layout) => void] {
  const isWide = useMediaQuery(wideWindow);
  const [layout, choose] = useStoredLayout('schedule-layout', 'list');
  return [isWide ? layout : null, choose];
}
