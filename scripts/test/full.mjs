// `npm run test:full`: everything that `npm test` plays, with everything long, from seeds of the day. Its last line is the sum of it all.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../checks.mjs';
import { prepare } from './prepare.mjs';
import { close, count, step } from './tally.mjs';
import { runVitest } from './vitest.mjs';

/** As a number of eight digits (UTC); another day's run is played again by `TEST_SEED=20261122 npm run test:full`. */
const seed = process.env.TEST_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', '');
const kills = 200;
/** How often the gate's tests of the browser are played, and how many times slower its pages are then. */
const [hunts, slowdown] = [3, 4];
/** How many seeds of each scenario are played, in shares that leave no core idle. */
const seeds = { chat: 1_000, organisers: 500, participants: 300 };
const shares = 2;

console.log(`The seeds of this run come from ${seed}; it is played again with TEST_SEED=${seed}.`);
const env = await prepare();
const full = { TEST_TIER: 'full', TEST_SEED: seed };
runVitest('full', env ? { env: { ...env, ...full } } : { env: full, args: ['--project', '!e2e'] });
for (const [scenario, number] of Object.entries(seeds)) await simulate(scenario, number);
await step(`${kills} kills`, () => run('tests/torture/cli.ts', ['--kills', String(kills), '--seed', seed]));
if (env) {
  for (let hunt = 1; hunt <= hunts; hunt += 1) {
    runVitest(`slow-browser-${hunt}`, { args: ['--project', 'e2e'], env: { ...env, TEST_CPU_SLOWDOWN: String(slowdown) } });
  }
}
close();

/** Plays seeds of one scenario in a process for each core; each seed counts as a test. */
async function simulate(scenario, number) {
  const share = number / shares;
  const outputs = await Promise.all(
    Array.from({ length: shares }, (_, index) => {
      const from = Number(seed) * 10_000 + index * share;
      return run('tests/simulation/cli.ts', ['--scenario', scenario, '--from', String(from), '--seeds', String(share)]).catch(
        (error) => error.message,
      );
    }),
  );
  for (const output of outputs) {
    const [, kept, of] = /(\d+) of (\d+) seeds kept every promise/.exec(output) ?? [undefined, 0, share];
    count({ passed: Number(kept), failed: Number(of) - Number(kept) });
  }
}

/** Runs a script with its output shown; gives what it printed, and rejects with that where it failed. */
async function run(file, args) {
  const child = spawn(process.execPath, [join(root, file), ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(output.trim().split('\n').at(-1));
  return output;
}
