import Lock from 'lucide-react/icons/lock';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { may } from '#contract/roles.ts';
import { useActiveEvent, useActor, useMe } from '#sync/react/hooks.tsx';
import { useSite } from '#sync/react/use-site.ts';
import { buttonClass } from '#ui/theme/button.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import styles from './admins-only.module.css';

interface AdminsOnlyProps {
  /** For the active event, or for the whole server. */
  access: 'event-admin' | 'global-admin';
  children: ReactNode;
}

/** Shows screens only to admins. The server decides; this only hides what it would refuse. */
export function AdminsOnly({ access, children }: AdminsOnlyProps): ReactNode {
  const { t } = useTranslation();
  const actor = useActor();
  const event = useActiveEvent();
  const hasFactor = useMe()?.secondFactor ?? false;
  if (!actor || (access === 'event-admin' && !event)) return null;
  if (may(actor, access, { eventId: event?.id }))
    return (
      <>
        {!hasFactor && <FactorNotice />}
        {children}
      </>
    );
  return (
    <Screen title={t('admins_only.title')}>
      <EmptyState
        icon={Lock}
        title={t('admins_only.what')}
        text={t(access === 'global-admin' ? 'admins_only.text_global' : 'admins_only.text')}
      >
        <Link href="/home" className={buttonClass('primary')}>
          {t('app.go_home')}
        </Link>
      </EmptyState>
    </Screen>
  );
}

/**
 * Notifies an admin without a second factor that the server requires it, as far as the device has the setting, and links to the profile.
 */
function FactorNotice(): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const { adminsNeedFactor = false } = useSite();
  if (!adminsNeedFactor) return null;
  return (
    <div className={styles.place}>
      <section className={styles.notice} aria-labelledby={id}>
        <p id={id} className={styles.title}>
          {t('admin_factor.title')}
        </p>
        <p>{t('admin_factor.text')}</p>
        <div>
          <Link href="/my-profile" className={buttonClass('primary')}>
            {t('admin_factor.open')}
          </Link>
        </div>
      </section>
    </div>
  );
}
