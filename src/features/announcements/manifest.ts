import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { ActiveAnnouncements } from './active-announcements.tsx';
import { newAnnouncements } from './new-announcements.ts';
import { countAnnouncementNews } from './use-announcement-news.ts';

const AnnouncementsScreen = lazyComponent(async () => (await import('./announcements-screen.tsx')).AnnouncementsScreen);

export const announcements: Manifest = {
  routes: [route('/announcements', AnnouncementsScreen)],
  home: { active_announcements: ActiveAnnouncements },
  icons: { announcements: '📢' },
  newItems: { path: '/announcements', list: newAnnouncements },
  badge: { path: '/announcements', label: 'announcements.news', count: countAnnouncementNews },
};
