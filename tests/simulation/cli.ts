import { parseArgs } from 'node:util';
import { replay, scenarios } from './scenarios.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    scenario: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
});
const from = Number(values.from);
const count = Number(values.seeds);
const names = values.scenario === undefined ? Object.keys(scenarios) : [values.scenario];
const failed: string[] = [];

for (const name of names) {
  const play = scenarios[name];
  if (!play) throw new RangeError(`there is no scenario ${name}; there is ${Object.keys(scenarios).join(', ')}`);
  for (let seed = from; seed < from + count; seed += 1) {
    const { violations, trace } = await play(seed);
    if (violations.length > 0) failed.push(`${name} ${seed}`);
    if (violations.length > 0 || values.trace) {
      const lines = [...trace.map((line) => `  ${line}`), ...violations.map((line) => `! ${line}`), replay(name, seed)];
      process.stdout.write(`${name}, seed ${seed}\n${lines.join('\n')}\n`);
    }
  }
}
const total = names.length * count;
process.stdout.write(
  `${total - failed.length} of ${total} seeds kept every promise${failed.length > 0 ? `; broken by ${failed.join(', ')}` : ''}\n`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
