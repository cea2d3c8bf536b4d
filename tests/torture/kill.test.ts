import { expect, test } from 'vitest';
import { inTier, seedFrom } from '../setup/tier.ts';
import { clean } from './harness/audit.ts';
import { killWhileWriting, writesOfALife } from './kills.ts';

const kills = inTier({ gate: 6, full: 200 });
const seed = seedFrom(20_261_121);

test(`${kills} kills during writes (TEST_SEED=${seed}): it serves again after each, nothing acknowledged is lost, nothing doubled`, async () => {
  const { findings, writes, starts } = await killWhileWriting({ kills, seed });
  expect(findings).toEqual(clean);
  expect(writes).toBeGreaterThanOrEqual(kills * writesOfALife);
  expect(starts).toHaveLength(kills + 1);
});
