import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useFeatures, useIsFor } from '../../feature/features.tsx';
import { useMe, useSyncStatus } from '../../sync/react/hooks.tsx';
import { buttonClass } from '../../ui/look/button.tsx';
import { EmptyState } from '../../ui/screen/empty-state.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import styles from './first-load.module.css';

/** Shows the screens as soon as the device knows who is here; before the very first load has brought that, how far it is. */
export function FirstLoad({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const me = useMe();
  const [location] = useLocation();
  const { firstLoad, upToDateAt, connection, gateway, pullRefused } = useSyncStatus();
  const isOutside = useIsFor('outside');
  const isEventless = useIsFor('eventless');
  // Leaving must be possible at any time, and what needs nobody to be signed in needs nothing of them either.
  if (location === '/logout' || isOutside(location)) return children;
  if (me) return me.activeEventId === null && !isEventless(location) ? <NoEvent isAdmin={me.role === 'admin'} /> : children;
  if (!firstLoad || upToDateAt !== null) return null;
  const stuck = connection === 'offline' || pullRefused !== null;
  const refused = pullRefused === null ? null : t('first_load.refused', { status: pullRefused });
  return (
    <Screen title={t('first_load.title')}>
      <div role="status">
        <p className={styles['text']}>
          {connection === 'offline'
            ? t(gateway ? 'first_load.no_server' : 'first_load.no_network')
            : (refused ?? t('first_load.progress', { count: firstLoad.rows }))}
        </p>
      </div>
      {!stuck && <progress className={styles['bar']} aria-label={t('first_load.title')} />}
      <Skeleton />
    </Screen>
  );
}

/** Who runs everything makes an event; everybody else needs an invitation. */
function NoEvent({ isAdmin }: { isAdmin: boolean }): ReactNode {
  const { t } = useTranslation();
  const Start = useFeatures().find(({ places }) => places?.noEvent)?.places?.noEvent;
  if (isAdmin && Start) return <Start />;
  return (
    <Screen title={t('home.title')}>
      <EmptyState icon="🎪" title={t('first_load.no_event')} text={t('first_load.no_event_text')}>
        <Link href="/switch" className={buttonClass('primary')}>
          {t('first_load.choose_event')}
        </Link>
      </EmptyState>
    </Screen>
  );
}
