import type { Manifest } from '#feature-kit/feature.ts';
import { afterFirstScreen } from '#feature-kit/load-schemas.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

// The code of the first screen has no room for it. It is at the end of home, so it moves nothing.
const Highscores = lazyComponent(
  afterFirstScreen(async () => (await import('./scores/statistic-highscores.tsx')).StatisticHighscores),
  'silent',
);
const StatisticsScreen = lazyComponent(async () => (await import('./statistics-screen.tsx')).StatisticsScreen);

/** One route for a tab and the evidence picture above it. */
const path = /^\/statistics(?:\/counter)?(?:\/evidence\/(?<evidence>[^/]+))?\/?$/;

export const statistics: Manifest = {
  routes: [route(path, StatisticsScreen, { props: ({ evidence }) => ({ open: evidence }) })],
  home: { statistic_highscores: Highscores },
  commands: () => import('./commands.ts'),
  icons: { statistics: '📊' },
};
