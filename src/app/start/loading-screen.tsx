import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '../../ui/loading/spinner.tsx';
import styles from './loading-screen.module.css';

/** Only while the session starts and nothing is known on the device. */
export function LoadingScreen(): ReactNode {
  const { t } = useTranslation();
  return (
    <main className={styles['loading']}>
      <Spinner label={t('app.loading')} />
    </main>
  );
}
