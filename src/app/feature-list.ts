import type { Feature } from '../feature-kit/feature.ts';
import * as manifests from './features.ts';

/** What stands in `features.ts`. */
export const features: readonly Feature[] = Object.entries(manifests).map(([name, manifest]) => ({ name, ...manifest }));
