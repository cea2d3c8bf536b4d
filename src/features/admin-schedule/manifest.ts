import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const AdminScheduleScreen = lazyComponent(async () => (await import('./admin-schedule-screen.tsx')).AdminScheduleScreen);

export const adminSchedule: Manifest = {
  routes: [route('/admin/event-schedule', AdminScheduleScreen, { guard: 'event-admin', of: '/admin/event-schedule', preload: 'never' })],
  commands: () => import('./commands.ts'),
  admin: [
    {
      path: '/admin/event-schedule',
      title: 'admin_schedule.title',
      line: async () => (await import('./admin-line.ts')).adminLine,
    },
  ],
};
