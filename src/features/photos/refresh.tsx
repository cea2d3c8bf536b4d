import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSync } from '../../sync/hooks.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import styles from './refresh.module.css';

/** Asks the server for the latest, and says so where that did not work. */
export function Refresh(): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [failed, setFailed] = useState(false);
  const refresh = async (): Promise<void> => {
    await client.syncNow();
    setFailed(client.status.get().connection === 'offline');
  };
  return (
    <>
      <RefreshButton onRefresh={refresh} />
      {failed && (
        <p role="alert" className={styles['error']}>
          {t('photos.error_fetch')}
        </p>
      )}
    </>
  );
}
