import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const AdminAnnouncementsScreen = lazyComponent(async () => (await import('./admin-announcements-screen.tsx')).AdminAnnouncementsScreen);
const AnnouncementEditorScreen = lazyComponent(async () => (await import('./announcement-editor-screen.tsx')).AnnouncementEditorScreen);

const options = { guard: 'event-admin', of: '/admin/announcements', preload: 'never' } as const;

export const adminAnnouncements: Manifest = {
  routes: [
    route('/admin/announcements', AdminAnnouncementsScreen, options),
    route(/^\/admin\/announcements\/(?<id>[^/]+)\/?$/, AnnouncementEditorScreen, {
      ...options,
      props: ({ id = '' }) => ({ id }),
    }),
  ],
  commands: () => import('./commands.ts'),
  admin: [
    {
      path: '/admin/announcements',
      title: 'admin_announcements.title',
      line: async () => (await import('./admin-line.ts')).adminLine,
    },
  ],
};
