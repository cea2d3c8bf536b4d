import { test } from 'vitest';
import { check } from './suite.ts';

/** Seeds that broke a promise once. */
test.each([
  // The end of a session was taken for the end of an account whose erasure had no answer (decision 26).
  ['participants', 7340138],
  ['participants', 7341094],
  ['participants', 7341123],
])('%s, seed %i', async (scenario, seed) => {
  await check(scenario, seed);
});
