// How much is played: the gate (`npm test`) plays a part of what is long, `npm run test:full` all of it (docs/testing.md).

/** Whether everything long is played. */
export const full = process.env['TEST_TIER'] === 'full';

/** A size that depends on the tier. */
export const inTier = <T>(sizes: { readonly gate: T; readonly full: T }): T => (full ? sizes.full : sizes.gate);
