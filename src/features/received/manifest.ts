import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

export const received: Manifest = {
  routes: [
    route(
      '/shared/:problem?',
      lazyComponent(async () => (await import('./received-screen.tsx')).ReceivedScreen),
      { props: ({ problem }) => ({ problem }) },
    ),
  ],
};
