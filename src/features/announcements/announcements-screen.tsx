import Megaphone from 'lucide-react/icons/megaphone';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { OrganiserLink } from '#feature-kit/organiser-link.tsx';
import { useActiveEvent, useRefresh } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { AnnouncementList, useAnnouncements } from './announcement-list.tsx';

export function AnnouncementsScreen(): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'pull', t('announcements.error')));
  const event = useActiveEvent();
  const announcements = useAnnouncements(event?.id);
  return (
    <Screen title={t('announcements.title')} onRefresh={refresh}>
      {event && announcements && announcements.length > 0 && <AnnouncementList event={event} announcements={announcements} level={2} />}
      {announcements?.length === 0 && (
        <EmptyList icon={Megaphone} title={t('announcements.empty')} text={t('announcements.empty_text')}>
          <OrganiserLink href="/admin/announcements" look="primary">
            {t('admin_announcements.add')}
          </OrganiserLink>
        </EmptyList>
      )}
    </Screen>
  );
}
