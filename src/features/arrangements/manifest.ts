import type { Manifest } from '../../feature-kit/feature.ts';

/** The orders of lists that other features show; here is how they are told. */
export const arrangements: Manifest = {
  commands: () => import('./commands.ts'),
};
