import type { Feature } from '#feature-kit/feature.ts';
import * as manifests from './features.ts';

/** The manifests of `features.ts` with their names. */
export const features: readonly Feature[] = Object.entries(manifests).map(([name, manifest]) => ({ name, ...manifest }));
