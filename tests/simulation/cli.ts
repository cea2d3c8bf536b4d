import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { games, playApart, storyOf } from './play-apart.ts';
import { scenarios } from './scenarios.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    scenario: { type: 'string' },
    threads: { type: 'string', default: String(availableParallelism()) },
    trace: { type: 'boolean', default: false },
  },
});
const names = values.scenario === undefined ? Object.keys(scenarios) : [values.scenario];
const all = names.flatMap((name) => games(name, Number(values.from), Number(values.seeds)));
const failed: string[] = [];

await playApart(all, Number(values.threads), (played) => {
  const { scenario, seed, violations } = played;
  if (violations.length > 0) failed.push(`${scenario} ${seed}`);
  if (violations.length > 0 || values.trace) process.stdout.write(storyOf(played));
});
process.stdout.write(
  `${all.length - failed.length} of ${all.length} seeds kept every promise${failed.length > 0 ? `; broken by ${failed.join(', ')}` : ''}\n`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
