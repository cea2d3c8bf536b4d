import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { platform } from '#lib/platform.ts';
import card from '#ui/theme/card.module.css';
import { Screen } from '#ui/layout/screen.tsx';
import styles from './about.module.css';

export function DebugScreen(): ReactNode {
  const { t } = useTranslation();
  const { userAgent } = navigator;
  return (
    <Screen title={t('debug.title')} note={t('debug.note')}>
      <div className={card.card}>
        <dl className={styles.entries}>
          <div className={styles.fact}>
            <dt className={styles.name}>{t('debug.user_agent')}</dt>
            <dd className={styles.value}>{userAgent}</dd>
          </div>
          <div className={styles.fact}>
            <dt className={styles.name}>{t('debug.mobile')}</dt>
            <dd className={styles.value}>{t(platform().mobile ? 'debug.yes' : 'debug.no')}</dd>
          </div>
        </dl>
      </div>
    </Screen>
  );
}
