import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '#ui/theme/classes.ts';
import styles from './layout-switch.module.css';
import type { Layout } from '#ui/layout/use-stored-layout.ts';

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
