import type { Manifest } from '#feature-kit/feature.ts';
import { pageNumber, route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { countNewPhotos, newPhotos } from './new-photos.ts';
import { RecentPhotos } from './recent-photos.tsx';

const PhotosScreen = lazyComponent(async () => (await import('./photos-screen.tsx')).PhotosScreen);
/** Loaded separately, so that the first screen does not wait for its queries. */
const KeptThumbnails = lazyComponent(async () => (await import('./kept/use-kept-thumbnails.ts')).KeptThumbnails, 'silent');

/** One route for a page and the photo above it in full size, so that the page stays mounted. */
const path = /^\/pictures(?:\/(?<page>\d+))?(?:\/photo\/(?<photo>[^/]+))?\/?$/;

export const photos: Manifest = {
  routes: [route(path, PhotosScreen, { props: ({ page, photo }) => ({ page: pageNumber(page), open: photo }) })],
  home: { recent_photos: RecentPhotos },
  commands: () => import('./commands.ts'),
  newItems: { path: '/pictures', list: newPhotos },
  badge: { path: '/pictures', label: 'photos.news', count: countNewPhotos },
  icons: { pictures: '📷' },
  onceReached: KeptThumbnails,
};
