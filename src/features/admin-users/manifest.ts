import type { Manifest } from '#feature-kit/feature.ts';
import { pageNumber, route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const UsersScreen = lazyComponent(async () => (await import('./users-screen.tsx')).UsersScreen);

/** A person is shown within the list, so that search and page are kept on the way back. */
const path = /^\/admin\/global\/users(?:\/(?<page>\d+))?(?:\/person\/(?<person>\d+))?\/?$/;

export const adminUsers: Manifest = {
  routes: [
    route(path, UsersScreen, {
      guard: 'global-admin',
      eventless: true,
      preload: 'never',
      props: ({ page, person }) => ({ page: pageNumber(page), person: person === undefined ? null : Number(person) }),
    }),
  ],
};
