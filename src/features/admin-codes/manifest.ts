import type { Manifest } from '#feature-kit/feature.ts';
import { pageNumber, route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { codesPath, filterNamed } from './code-filters.ts';

const AdminCodesScreen = lazyComponent(async () => (await import('./admin-codes-screen.tsx')).AdminCodesScreen);
const PrintScreen = lazyComponent(async () => (await import('./print/print-screen.tsx')).PrintScreen);

const guarded = { guard: 'event-admin', preload: 'never' } as const;
const list = /^\/admin\/eventcodes(?:\/(?<filter>unused|used|reusable))?(?:\/(?<page>\d+))?\/?$/;

export const adminCodes: Manifest = {
  routes: [
    route(list, AdminCodesScreen, {
      ...guarded,
      props: ({ filter, page }) => ({ filter: filterNamed(filter), page: pageNumber(page) }),
    }),
    route(`${codesPath}/print`, PrintScreen, guarded),
  ],
  commands: () => import('./commands.ts'),
  admin: [
    {
      path: '/admin/eventcodes',
      title: 'event_codes.title',
      line: async () => (await import('./admin-lines.ts')).codesLine,
      notice: async () => (await import('./admin-lines.ts')).turnedAwayNotice,
    },
  ],
};
