import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { RunningMeetups } from './running-meetups.tsx';

const MeetupsScreen = lazyComponent(async () => (await import('./meetups-screen.tsx')).MeetupsScreen);

export const meetups: Manifest = {
  routes: [route('/meetups', MeetupsScreen)],
  home: { running_meetups: RunningMeetups },
  commands: () => import('./commands.ts'),
  icons: { meetups: '🤝' },
};
