import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const SharingScreen = lazyComponent(async () => (await import('./sharing-screen.tsx')).SharingScreen);
const SharingAddScreen = lazyComponent(async () => (await import('./form/sharing-add-screen.tsx')).SharingAddScreen);

/** The tabs of the board; any other address opens the first one. */
const board = /^\/sharing(?:\/[a-z]+)?\/?$/;

export const sharing: Manifest = {
  routes: [route(board, SharingScreen), route('/sharing-add', SharingAddScreen, { of: '/sharing' })],
  commands: () => import('./commands.ts'),
  icons: { sharing: '🚗' },
};
