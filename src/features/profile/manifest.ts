import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { ProfileIncomplete } from './profile-incomplete.tsx';

const ProfileScreen = lazyComponent(async () => (await import('./profile-screen.tsx')).ProfileScreen);

export const profile: Manifest = {
  routes: [route('/my-profile', ProfileScreen, { eventless: true })],
  home: { profile_incomplete: ProfileIncomplete },
  commands: () => import('./commands.ts'),
};
