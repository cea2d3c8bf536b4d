import { expect, test } from 'vitest';
import { inTier, seedFrom } from '#tests/setup/tier.ts';
import { noFindings } from '../harness/audit.ts';
import { killWhileWriting, writesOfALife } from './kills.ts';

/** Each test file of this folder plays a half, so that every core has one. */
const kills = inTier({ gate: 3, full: 100 });

export function killPart(part: number): void {
  const seed = seedFrom(20_261_121) + part;
  test(`a server killed ${kills} times during writes serves again each time, and loses and doubles nothing (TEST_SEED=${seed - part})`, async () => {
    const { findings, writes, starts } = await killWhileWriting({ kills, seed });
    expect(findings).toEqual(noFindings);
    expect(writes).toBeGreaterThanOrEqual(kills * writesOfALife);
    expect(starts).toHaveLength(kills + 1);
  });
}
