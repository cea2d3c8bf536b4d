// Runs Vitest, counts its results, and keeps its report (`.cache/test/<name>.json`) to find out where time is spent.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { command, root, succeeds } from '../checks.mjs';
import { count } from './tally.mjs';

const slowestShown = 20;

/** Runs Vitest with `args` after `run`; `env` is added to the environment of this process. */
export function runVitest(name, { args = [], env = {} } = {}) {
  const file = join(root, '.cache', 'test', `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  // The tests start some sixty servers, which share the compiled code of the first one.
  const kept = { NODE_COMPILE_CACHE: join(root, '.cache', 'node') };
  const ok = succeeds(command('vitest'), ['run', ...reporters, ...args], { ...process.env, ...kept, ...env });
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    countReport(report, ok);
    nameSlowest(name, report);
  } catch (error) {
    console.log(`✗ ${name}: ${error.message}`);
    count({ failed: 1 });
  }
}

/** Counts one failure for each file that could not run, and one for an error outside of any test. */
function countReport(report, ok) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  const failed = report.numFailedTests + broken;
  count({
    passed: report.numPassedTests,
    failed: failed === 0 && !ok ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

function nameSlowest(name, { testResults }) {
  const files = testResults.map(({ name: file, startTime, endTime }) => ({
    file: relative(root, file),
    seconds: (endTime - startTime) / 1_000,
  }));
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestShown);
  const lines = slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} ${file}`);
  console.log(`The slowest files of ${name} (seconds):\n${lines.join('\n')}`);
}
