import type { Manifest } from '#feature-kit/feature.ts';
import { pageNumber, route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const AuditScreen = lazyComponent(async () => (await import('./audit-screen.tsx')).AuditScreen);

const path = /^\/admin\/global\/audit(?:\/person\/(?<person>\d+))?(?:\/(?<page>\d+))?\/?$/;

export const adminAudit: Manifest = {
  routes: [
    route(path, AuditScreen, {
      guard: 'global-admin',
      eventless: true,
      preload: 'never',
      props: ({ page, person }) => ({ page: pageNumber(page), person: person === undefined ? null : Number(person) }),
    }),
  ],
};
