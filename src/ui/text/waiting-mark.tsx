import Clock from 'lucide-react/icons/clock';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './waiting-mark.module.css';

export function WaitingMark(): ReactNode {
  const { t } = useTranslation();
  return (
    <span className={styles.mark}>
      <Clock aria-hidden="true" />
      {t('chat_item.waiting')}
    </span>
  );
}
