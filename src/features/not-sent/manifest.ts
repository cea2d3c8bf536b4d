import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const NotSentScreen = lazyComponent(async () => (await import('./not-sent-screen.tsx')).NotSentScreen);

export const notSent: Manifest = {
  routes: [route('/not-sent', NotSentScreen, { eventless: true })],
};
