import { inject } from 'vitest';

// How much is played: the gate (`npm test`) plays a part of what is long, `npm run test:full` all of it (docs/testing.md).

/** Whether everything long is played. */
export const full = process.env['TEST_TIER'] === 'full';

/** A size that depends on the tier. */
export const inTier = <T>(sizes: { readonly gate: T; readonly full: T }): T => (full ? sizes.full : sizes.gate);

/** How often something is played by chance: on PostgreSQL the full run plays a tenth of what it plays on SQLite, which is what takes long there. */
export const timesByChance = (sizes: { readonly gate: number; readonly full: number }): number =>
  full && inject('postgres') !== undefined ? Math.max(sizes.gate, sizes.full / 10) : inTier(sizes);

/** Of many that are alike every third on PostgreSQL, where each takes three times as long; all of them in the full run. */
export const someOnPostgres = <T>(all: readonly T[]): readonly T[] =>
  !full && inject('postgres') !== undefined ? all.filter((_, index) => index % 3 === 0) : all;

/** Where chance begins: always the same, but in the full run, which takes it from the date and prints it. */
export const seedFrom = (fixed: number): number => Number(process.env['TEST_SEED'] ?? fixed);
