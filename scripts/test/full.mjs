// `npm run test:full`: all tests of `npm test` and all long ones, with seeds of the day. The last line has the totals.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../checks.mjs';
import { prepare } from './prepare.mjs';
import { close, count } from './tally.mjs';
import { runVitest } from './vitest.mjs';

/** A number of eight digits (UTC); `TEST_SEED=20261122 npm run test:full` repeats the run of another day. */
const seed = process.env.TEST_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', '');
/** The number of repetitions of the gate's browser tests, and how many times slower the pages are then. */
const [hunts, slowdown] = [3, 4];
const seeds = {
  administration: 200,
  chat: 600,
  dating: 150,
  events: 200,
  organisers: 300,
  participants: 200,
  photos: 200,
  shares: 150,
  windows: 1_000,
};
/** The number of seeds with three servers on one PostgreSQL. */
const seedsOfSeveral = {
  administration: 120,
  chat: 200,
  dating: 80,
  events: 120,
  organisers: 180,
  participants: 140,
  photos: 80,
  shares: 80,
};

console.log(`The seeds of this run come from ${seed}; it is played again with TEST_SEED=${seed}.`);
const env = await prepare();
const full = { TEST_TIER: 'full', TEST_SEED: seed };
// Everything runs once in a whole Chromium; the hunts use the tests and the browser of the gate.
runVitest('full', env ? { env: { ...env, HEADLESS_SHELL: '', ...full } } : { env: full, args: ['--project', '!e2e'] });
for (const [scenario, number] of Object.entries(seeds)) await simulate(scenario, number);
for (const [scenario, number] of Object.entries(seedsOfSeveral)) await simulate(scenario, number, ['--on', 'postgres', '--servers', '3']);
if (env) {
  for (let hunt = 1; hunt <= hunts; hunt += 1) {
    runVitest(`slow-browser-${hunt}`, { args: ['--project', 'e2e'], env: { ...env, TEST_CPU_SLOWDOWN: String(slowdown) } });
  }
}
close();

/** Plays seeds of one scenario, on every core; each seed counts as a test. */
async function simulate(scenario, number, on = []) {
  const args = [...on, '--scenario', scenario, '--from', String(Number(seed) * 10_000), '--seeds', String(number)];
  const child = spawn(process.execPath, [join(root, 'tests/simulation/cli.ts'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  await once(child, 'close');
  const [, kept = 0] = /(\d+) of \d+ seeds kept every promise/.exec(output) ?? [];
  count({ passed: Number(kept), failed: number - Number(kept) });
}
