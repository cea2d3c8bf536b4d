import { expect, test } from 'vitest';
import { seedFrom } from '../../setup/tier.ts';
import { untouched } from './audit-servers.ts';
import { type Kind, playRounds, writesBetween } from './rounds.ts';

export function playPart(part: number, rounds: number, of?: readonly Kind[]): void {
  const seed = seedFrom(20_261_125) + part;
  test(`${rounds} rounds with three servers on one database (TEST_SEED=${seed - part}): nothing is lost, doubled or pushed twice, every device is level`, async () => {
    const report = await playRounds({ rounds, seed, ...(of && { of }) });
    expect(report.findings).toEqual(untouched);
    expect(report.rounds).toHaveLength(rounds);
    expect(report.writes).toBeGreaterThanOrEqual(2 * rounds * writesBetween);
  });
}
