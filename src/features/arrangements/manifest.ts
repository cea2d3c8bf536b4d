import type { Manifest } from '#feature-kit/feature.ts';

export const arrangements: Manifest = {
  commands: () => import('./commands.ts'),
};
