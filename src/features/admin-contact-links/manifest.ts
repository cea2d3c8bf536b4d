import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const AdminContactLinksScreen = lazyComponent(async () => (await import('./admin-contact-links-screen.tsx')).AdminContactLinksScreen);

export const adminContactLinks: Manifest = {
  routes: [route('/admin/event-links', AdminContactLinksScreen, { guard: 'event-admin', preload: 'never' })],
  commands: () => import('./commands.ts'),
  admin: [
    {
      path: '/admin/event-links',
      title: 'contact_links.manage',
      line: async () => (await import('./admin-lines.ts')).contactLinksLine,
    },
  ],
};
