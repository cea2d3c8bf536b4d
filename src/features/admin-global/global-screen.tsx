import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Screen } from '#ui/layout/screen.tsx';
import { LinkCards } from './link-cards.tsx';

export function GlobalScreen(): ReactNode {
  const { t } = useTranslation();
  return (
    <Screen title={t('admin_global.title')} note={t('admin_global.text')}>
      <LinkCards
        links={[
          { href: '/admin/global/events', icon: '🎪', title: t('admin_global.events'), text: t('admin_global.events_text') },
          { href: '/admin/global/users', icon: '👥', title: t('admin_global.users'), text: t('admin_global.users_text') },
          { href: '/admin/global/audit', icon: '📜', title: t('admin_global.audit'), text: t('admin_global.audit_text') },
        ]}
      />
    </Screen>
  );
}
