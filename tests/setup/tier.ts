import { inject } from 'vitest';

// The gate (`npm test`) runs a part of the long tests, `npm run test:full` all of them (docs/testing.md).

/** True in the gate, which leaves out the files of `fullOnly` (vitest.config.ts). */
export const isGate = process.env['TEST_TIER'] === 'gate';

/** True if all long tests run. */
export const full = process.env['TEST_TIER'] === 'full';

/** Returns a size that depends on the tier. */
export const inTier = <T>(sizes: { readonly gate: T; readonly full: T }): T => (full ? sizes.full : sizes.gate);

/** Returns the number of random runs: on PostgreSQL the full run does a tenth of those on SQLite, because each takes long. */
export const timesByChance = (sizes: { readonly gate: number; readonly full: number }): number =>
  full && inject('postgres') !== undefined ? Math.max(sizes.gate, sizes.full / 10) : inTier(sizes);

/** Returns the seed of random tests: fixed, except in the full run, which takes it from the date and prints it. */
export const seedFrom = (fixed: number): number => Number(process.env['TEST_SEED'] ?? fixed);
