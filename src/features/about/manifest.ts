import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const FaqScreen = lazyComponent(async () => (await import('./faq-screen.tsx')).FaqScreen);
const PrivacyScreen = lazyComponent(async () => (await import('./privacy-screen.tsx')).PrivacyScreen);
const DebugScreen = lazyComponent(async () => (await import('./debug-screen.tsx')).DebugScreen);

export const about: Manifest = {
  routes: [
    route('/faq', FaqScreen),
    // Public: people read it before they give any data.
    route('/privacy', PrivacyScreen, { outside: true }),
    route('/debug', DebugScreen, { preload: 'never' }),
  ],
  icons: { faq: '❓' },
};
