import Megaphone from 'lucide-react/icons/megaphone';
import type { Announcement } from '#contract/resources/announcements.ts';
import type { NewItems } from '#feature-kit/feature.ts';
import { readAnnouncementNews } from './use-announcement-news.ts';

export const newAnnouncements: NewItems = async (db, eventId) => {
  const unseen = await readAnnouncementNews(db, eventId);
  return unseen.flatMap(({ id, after, at }) => {
    const row = after as Announcement | null;
    return row?.active ? [{ key: `announcement ${id}`, at, icon: Megaphone, text: () => row.title, href: '/announcements' }] : [];
  });
};
