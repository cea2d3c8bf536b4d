import type { Manifest } from '../../feature-kit/feature.ts';
import { pageNumber, route } from '../../feature-kit/route.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.tsx';
import { RecentPhotos } from './recent-photos.tsx';

const PhotosScreen = lazyComponent(async () => (await import('./photos-screen.tsx')).PhotosScreen);
/** Loaded apart: the first screen does not wait for its questions. */
const KeptThumbnails = lazyComponent(async () => (await import('./kept/kept-thumbnails.ts')).KeptThumbnails, 'silent');

/** A page of the photos, and the photo that is shown in full size over it: one route, so that the page stays as it is. */
const path = /^\/pictures(?:\/(?<page>\d+))?(?:\/photo\/(?<photo>[^/]+))?\/?$/;

export const photos: Manifest = {
  routes: [route(path, PhotosScreen, { props: ({ page, photo }) => ({ page: pageNumber(page), open: photo }) })],
  home: { recent_photos: RecentPhotos },
  commands: () => import('./commands.ts'),
  icons: { pictures: '📷' },
  onceReached: KeptThumbnails,
};
