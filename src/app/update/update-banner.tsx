import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useObservable } from '#sync/react/hooks.tsx';
import { Button } from '#ui/theme/button.tsx';
import { classes } from '#ui/theme/classes.ts';
import styles from '../install/banner.module.css';
import { postponeUpdate, takeUpdate, updateReady } from './worker.ts';

/** Offers a new version; nothing reloads without consent. */
export function UpdateBanner(): ReactNode {
  const { t } = useTranslation();
  const ready = useObservable(updateReady);
  if (!ready) return null;
  return (
    <div role="status" data-passing className={classes(styles.banner, styles.update)}>
      <span className={styles.text}>{t('update.text')}</span>
      <Button look="quiet" onClick={postponeUpdate}>
        {t('update.later')}
      </Button>
      <Button look="primary" onClick={() => void takeUpdate()}>
        {t('update.button')}
      </Button>
    </div>
  );
}
