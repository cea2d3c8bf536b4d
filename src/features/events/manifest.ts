import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const JoinOverlay = lazyComponent(async () => (await import('./join-overlay.tsx')).JoinOverlay, 'over');
const SwitchScreen = lazyComponent(async () => (await import('./switch-screen.tsx')).SwitchScreen);

export const events: Manifest = {
  routes: [route('/switch', SwitchScreen, { eventless: true })],
  places: { join: JoinOverlay },
  icons: { event: '🎪' },
};
