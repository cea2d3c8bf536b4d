import { parseArgs } from 'node:util';
import { play } from './scenario.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    trace: { type: 'boolean', default: false },
  },
});
const from = Number(values.from);
const count = Number(values.seeds);
const failed: number[] = [];

for (let seed = from; seed < from + count; seed += 1) {
  const { violations, trace } = await play(seed);
  if (violations.length > 0) failed.push(seed);
  if (violations.length > 0 || values.trace) {
    process.stdout.write(`seed ${seed}\n${trace.map((line) => `  ${line}\n`).join('')}${violations.map((line) => `! ${line}\n`).join('')}`);
    process.stdout.write(`replay with: npm run simulate -- --from ${seed} --seeds 1 --trace\n`);
  }
}
process.stdout.write(
  `${count - failed.length} of ${count} seeds kept every promise${failed.length > 0 ? `; broken by ${failed.join(', ')}` : ''}\n`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
