import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { EventCountdown } from './event-countdown.tsx';
import { HeaderImage } from './header-image.tsx';
import { HomeScreen } from './home-screen.tsx';

export const home: Manifest = {
  routes: [route('/home', HomeScreen)],
  home: { event_countdown: EventCountdown, header_image: HeaderImage },
  icons: { home: '🏠' },
};
