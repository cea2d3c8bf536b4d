import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './event-list.module.css';

export function OfflineNote(): ReactNode {
  const { t } = useTranslation();
  return (
    <p role="status" className={styles.offline}>
      {t('admin_global.offline')}
    </p>
  );
}
