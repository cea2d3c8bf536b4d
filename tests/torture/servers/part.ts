import { expect, test } from 'vitest';
import { seedFrom } from '#tests/setup/tier.ts';
import { noServerFindings } from './audit-servers.ts';
import { playRounds, writesBetween } from './rounds.ts';

export function playPart(part: number, rounds: number): void {
  const seed = seedFrom(20_261_125) + part;
  test(`three servers on one database lose nothing, double nothing and push nothing twice in ${rounds} rounds, and every device is level (TEST_SEED=${seed - part})`, async () => {
    const report = await playRounds({ rounds, seed });
    expect(report.findings).toEqual(noServerFindings);
    expect(report.rounds).toHaveLength(rounds);
    expect(report.writes).toBeGreaterThanOrEqual(2 * rounds * writesBetween);
  });
}
