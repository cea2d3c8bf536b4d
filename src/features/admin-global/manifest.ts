import type { Manifest } from '#feature-kit/feature.ts';
import { pageNumber, route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const GlobalScreen = lazyComponent(async () => (await import('./global-screen.tsx')).GlobalScreen);
const EventsScreen = lazyComponent(async () => (await import('./events-screen.tsx')).EventsScreen);
const NoEventScreen = lazyComponent(async () => (await import('./no-event-screen.tsx')).NoEventScreen);
const FirstStepsScreen = lazyComponent(async () => (await import('./first-steps-screen.tsx')).FirstStepsScreen);

const global = { guard: 'global-admin', eventless: true, preload: 'never' } as const;

export const adminGlobal: Manifest = {
  routes: [
    route('/admin/global', GlobalScreen, global),
    route('/admin/global/events/:page?', EventsScreen, { ...global, props: ({ page }) => ({ page: pageNumber(page) }) }),
    route('/admin/first-steps', FirstStepsScreen, { guard: 'event-admin', preload: 'never' }),
  ],
  places: { noEvent: NoEventScreen },
  admin: [{ path: '/admin/global', title: 'admin_global.title', access: 'global-admin' }],
  icons: { '/admin/global': '🗂️' },
};
