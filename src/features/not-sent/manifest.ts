import type { Manifest } from '../../feature/feature.ts';
import { route } from '../../feature/route.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.tsx';

const NotSentScreen = lazyComponent(async () => (await import('./not-sent-screen.tsx')).NotSentScreen);

export const notSent: Manifest = {
  routes: [route('/not-sent', NotSentScreen, { eventless: true })],
};
