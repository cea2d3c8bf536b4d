import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const ModulesScreen = lazyComponent(async () => (await import('./modules-screen.tsx')).ModulesScreen);
const EventMenuScreen = lazyComponent(async () => (await import('./event-menu-screen.tsx')).EventMenuScreen);
const EventHomeScreen = lazyComponent(async () => (await import('./event-home-screen.tsx')).EventHomeScreen);

const options = { guard: 'event-admin', preload: 'never' } as const;

export const adminModules: Manifest = {
  routes: [
    route('/admin/modules', ModulesScreen, options),
    route('/admin/event-menu', EventMenuScreen, options),
    route('/admin/home-screen', EventHomeScreen, options),
  ],
  commands: () => import('./commands.ts'),
  admin: [
    { path: '/admin/modules', title: 'admin_modules.title', line: async () => (await import('./admin-lines.ts')).modulesLine },
    { path: '/admin/home-screen', title: 'admin_home.title', line: async () => (await import('./admin-lines.ts')).homeLine },
    { path: '/admin/event-menu', title: 'admin_menu.title', line: async () => (await import('./admin-lines.ts')).menuLine },
  ],
};
