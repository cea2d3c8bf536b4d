import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

export const search: Manifest = {
  routes: [
    route(
      '/search',
      lazyComponent(async () => (await import('./search-screen.tsx')).SearchScreen),
    ),
  ],
};
