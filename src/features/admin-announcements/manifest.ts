import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const AdminAnnouncementsScreen = lazyComponent(async () => (await import('./admin-announcements-screen.tsx')).AdminAnnouncementsScreen);

export const adminAnnouncements: Manifest = {
  routes: [route('/admin/announcements', AdminAnnouncementsScreen, { guard: 'event-admin', preload: 'never' })],
  commands: () => import('./commands.ts'),
  admin: [
    {
      path: '/admin/announcements',
      icon: '📢',
      title: 'admin_announcements.title',
      line: async () => (await import('./admin-line.ts')).adminLine,
    },
  ],
};
