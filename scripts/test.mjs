// `npm test`: format, lint, types, build and every test, the browser's included. Its last line is the sum of them all.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildApp } from './build/app.ts';
import { command, runChecks, succeeds } from './checks.mjs';
import { findBrowser, noBrowser } from './find-browser.mjs';

const tally = { passed: 0, failed: 0, skipped: 0 };

function count({ passed = 0, failed = 0, skipped = 0 }) {
  tally.passed += passed;
  tally.failed += failed;
  tally.skipped += skipped;
}

/** Counts one step as one test and shows why it failed. */
async function step(name, work) {
  try {
    const result = await work();
    count({ passed: 1 });
    console.log(`✓ ${name}`);
    return result;
  } catch (error) {
    count({ failed: 1 });
    console.log(`✗ ${name}: ${error.message}`);
    return undefined;
  }
}

async function browser() {
  const found = await findBrowser();
  if (!found) throw new Error(noBrowser);
  return found;
}

/** Names what passed only at a second try, with what was wrong at the first. */
function nameUnsteady({ testResults }) {
  for (const { name, assertionResults } of testResults) {
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === 'passed' && failureMessages.length > 0) {
        console.log(`unsteady: ${relative(process.cwd(), name)} > ${fullName}\n${failureMessages.join('\n')}`);
      }
    }
  }
}

/** Reads Vitest's report. A file that could not run, and an error outside of any test, count as one failure each. */
function countReport(file, ok) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  nameUnsteady(report);
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

function runTests(env) {
  const folder = mkdtempSync(join(tmpdir(), 'event-companion-test-'));
  const report = join(folder, 'report.json');
  const projects = env ? [] : ['--project', '!e2e'];
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...projects];
  try {
    const ok = succeeds(command('vitest'), args, { ...process.env, ...env });
    countReport(report, ok);
  } catch (error) {
    console.log(`✗ tests: ${error.message}`);
    count({ failed: 1 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

count(runChecks());
const built = await step('build', () => {
  buildApp();
  return true;
});
const chromium = await step('browser', browser);
// Without an app or a browser the end-to-end tests could only repeat that failure.
runTests(built && chromium ? { CHROMIUM: chromium } : undefined);

console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
process.exitCode = tally.failed === 0 ? 0 : 1;
