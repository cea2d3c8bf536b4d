import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { countNewMatches } from './read-dating.ts';

const DatingScreen = lazyComponent(async () => (await import('./dating-screen.tsx')).DatingScreen);
const MatchesScreen = lazyComponent(async () => (await import('./matches-screen.tsx')).MatchesScreen);

/** A tab and its page; any other address opens the first tab and page. */
const ratings = /^\/date(?:\/[a-z-]*)?(?:\/\d+)?\/?$/;

export const dating: Manifest = {
  routes: [route(ratings, DatingScreen), route('/date-matches', MatchesScreen)],
  commands: () => import('./commands.ts'),
  icons: { dating: '💞', matches: '💘' },
  background: lazyComponent(async () => (await import('./new-matches.ts')).MarkFirstMatchesSeen, 'silent'),
  badge: { path: '/date-matches', label: 'date_matches.news', count: countNewMatches },
};
