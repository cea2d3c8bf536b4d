// The quick checks: format, lint, types and commit subjects.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
export const root = dirname(import.meta.dirname);

/** Returns the file of a package's command, so that no shell is needed. */
export function command(name, binary = name) {
  const manifest = join(root, 'node_modules', name, 'package.json');
  const { bin } = require(manifest);
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[binary]);
}

/** A check that runs a JavaScript file on this Node with its output shown. */
const inProcess = (name, file, args) => ({
  name,
  async passes() {
    const [code] = await once(spawn(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }), 'close');
    return code === 0;
  },
});

// One checker: several check shared types again, which costs more than a second core saves.
const types = (project) =>
  inProcess(`types of ${project}`, command('typescript', 'tsc'), ['-p', `tsconfig.${project}.json`, '--checkers', '1']);

const format = inProcess('format', command('oxfmt'), ['--check', '.']);
const lint = inProcess('lint', command('oxlint'), []);
const lintWithTypes = inProcess('lint with types', command('oxlint'), ['--type-aware', '--report-unused-disable-directives']);
const productTypes = ['app', 'worker', 'server'].map(types);
const testTypes = types('tests');

/** Older subjects are longer, and history stays. */
const subjectsSince = '2026-11-27T01:00:00Z';

/** Passes outside a git repository. */
const subjects = {
  name: 'commit subjects of at most 72 characters',
  async passes() {
    const { status, stdout } = spawnSync('git', ['log', `--since=${subjectsSince}`, '--format=%s'], { cwd: root, encoding: 'utf8' });
    const long = status === 0 ? stdout.split('\n').filter((subject) => subject.length > 72) : [];
    for (const subject of long) console.error(`    ${subject}`);
    return long.length === 0;
  },
};

/** Runs a JavaScript file on this Node with its output shown; returns whether it succeeded. */
export function succeeds(file, args, env = process.env) {
  return spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}

/**
 * Runs every check, also after a failed one; returns how many passed and failed. The gate leaves out the slowest: the types of
 * the tests, and the lint rules that need types. Lint leaves half of two cores to the types.
 */
export async function runChecks({ isGate = false } = {}) {
  const tally = { passed: 0, failed: 0 };
  const run = async ({ name, passes }) => {
    const isPassed = await passes();
    tally[isPassed ? 'passed' : 'failed']++;
    console.log(`${isPassed ? '✓' : '✗'} ${name}`);
  };
  await run(format);
  const linted = run(isGate ? lint : lintWithTypes);
  for (const check of [...productTypes, ...(isGate ? [] : [testTypes]), subjects]) await run(check);
  await linted;
  return tally;
}
