import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSyncStatus } from '#sync/react/hooks.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { Skeleton } from '#ui/loading/skeleton.tsx';
import styles from './first-loading.module.css';

/** The progress of the very first load, in rows, or the reason for its delay. */
export function FirstLoading({ loaded }: { loaded: number }): ReactNode {
  const { t } = useTranslation();
  const { connection, gateway, pullRefused } = useSyncStatus();
  const stuck = connection === 'offline' || pullRefused !== null;
  const refused = pullRefused === null ? null : t('first_load.refused', { status: pullRefused });
  return (
    <Screen title={t('first_load.title')}>
      <div role="status">
        <p className={styles.text}>
          {connection === 'offline'
            ? t(gateway ? 'first_load.no_server' : 'first_load.no_network')
            : (refused ?? t('first_load.progress', { count: loaded }))}
        </p>
      </div>
      {!stuck && <progress className={styles.bar} aria-label={t('first_load.title')} />}
      <Skeleton />
    </Screen>
  );
}
