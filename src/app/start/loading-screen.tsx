import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#ui/loading/spinner.tsx';
import styles from './loading-screen.module.css';

/** Shown only while the session starts and the device has no data. */
export function LoadingScreen(): ReactNode {
  const { t } = useTranslation();
  return (
    <main className={styles.loading}>
      <Spinner label={t('app.loading')} />
    </main>
  );
}
