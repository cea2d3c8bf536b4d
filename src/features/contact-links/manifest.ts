import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const ContactLinksScreen = lazyComponent(async () => (await import('./contact-links-screen.tsx')).ContactLinksScreen);

export const contactLinks: Manifest = {
  routes: [route('/contact-links', ContactLinksScreen)],
  icons: { network: '🌐' },
};
