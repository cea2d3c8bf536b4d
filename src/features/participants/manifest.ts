import type { Manifest } from '#feature-kit/feature.ts';
import { pageNumber, route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const ParticipantsScreen = lazyComponent(async () => (await import('./participants-screen.tsx')).ParticipantsScreen);

export const participants: Manifest = {
  routes: [route('/participants/:page?', ParticipantsScreen, { props: ({ page }) => ({ page: pageNumber(page) }) })],
  icons: { participants: '👥' },
};
