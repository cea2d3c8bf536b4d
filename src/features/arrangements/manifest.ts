import type { Manifest } from '../../feature-kit/feature.ts';

/** Presents orders of lists that other features show. */
export const arrangements: Manifest = {
  commands: () => import('./commands.ts'),
};
