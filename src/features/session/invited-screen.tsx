import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useMe } from '../../sync/hooks.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';

/** For somebody who opens an invitation while they are signed in: a second account takes signing out first. */
export function InvitedScreen(): ReactNode {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <Screen title={t('register.title')}>
      <EmptyState icon="🎟️" title={t('register.signed_in')} text={t('register.signed_in_text', { email: me?.email ?? '' })}>
        <Link href="/home" className={buttonClass('primary')}>
          {t('app.go_home')}
        </Link>
        <Link href="/logout" className={buttonClass('quiet')}>
          {t('menu.logout')}
        </Link>
      </EmptyState>
    </Screen>
  );
}
