import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const AdminGeneralScreen = lazyComponent(async () => (await import('./admin-general-screen.tsx')).AdminGeneralScreen);

export const adminGeneral: Manifest = {
  routes: [route('/admin/general', AdminGeneralScreen, { guard: 'event-admin', preload: 'never' })],
};
