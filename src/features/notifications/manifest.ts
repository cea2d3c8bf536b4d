import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { NotificationBell } from './bell.tsx';

const NotificationsScreen = lazyComponent(async () => (await import('./notifications-screen.tsx')).NotificationsScreen);

export const notifications: Manifest = {
  routes: [route('/notifications', NotificationsScreen)],
  header: NotificationBell,
  commands: () => import('./commands.ts'),
  icons: { notifications: '🔔' },
  background: lazyComponent(async () => (await import('./kept-push.ts')).KeptPush, 'silent'),
};
