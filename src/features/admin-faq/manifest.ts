import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const AdminFaqScreen = lazyComponent(async () => (await import('./admin-faq-screen.tsx')).AdminFaqScreen);

export const adminFaq: Manifest = {
  routes: [route('/admin/faq', AdminFaqScreen, { guard: 'event-admin', preload: 'never' })],
  commands: () => import('./commands.ts'),
  admin: [{ path: '/admin/faq', title: 'admin_faq.title', line: async () => (await import('./admin-lines.ts')).faqLine }],
};
