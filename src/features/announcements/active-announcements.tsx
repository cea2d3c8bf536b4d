import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { Section } from '#ui/layout/section.tsx';
import { AnnouncementList, useAnnouncements } from './announcement-list.tsx';

/** Shows the active announcements on the home screen; renders nothing if there are none. */
export function ActiveAnnouncements({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const announcements = useAnnouncements(event.id);
  if (!announcements || announcements.length === 0) return null;
  return (
    <Section title={t('announcements.title')} href="/announcements">
      <AnnouncementList event={event} announcements={announcements} level={3} brief />
    </Section>
  );
}
