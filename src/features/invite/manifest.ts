import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const ShareScreen = lazyComponent(async () => (await import('./share-screen.tsx')).ShareScreen);

export const share: Manifest = {
  routes: [route('/share', ShareScreen)],
  icons: { share: '🔗' },
};
