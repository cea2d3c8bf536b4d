import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './event-list.module.css';

/** Says that this part needs the network. */
export function OfflineNote(): ReactNode {
  const { t } = useTranslation();
  return (
    <p role="status" className={styles['offline']}>
      {t('admin_global.offline')}
    </p>
  );
}
