import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const EventDataScreen = lazyComponent(async () => (await import('./event-data-screen.tsx')).EventDataScreen);

export const adminEventData: Manifest = {
  routes: [route('/admin/event-data', EventDataScreen, { guard: 'event-admin', preload: 'never' })],
  commands: () => import('./commands.ts'),
  admin: [
    {
      path: '/admin/event-data',
      title: 'admin_event_data.title',
      line: async () => (await import('./admin-lines.ts')).adminLine,
      notice: async () => (await import('./admin-lines.ts')).deletionNotice,
    },
  ],
};
