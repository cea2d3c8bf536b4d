// The quick checks: format, lint and types, in a process each.
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

// One checker: several check shared types again, which costs more than a second core saves.
const types = (project) => ({
  name: `types of ${project}`,
  file: command('typescript', 'tsc'),
  args: ['-p', `tsconfig.${project}.json`, '--checkers', '1'],
});

const format = { name: 'format', file: command('oxfmt'), args: ['--check', '.'] };
const lint = { name: 'lint', file: command('oxlint'), args: ['--type-aware', '--report-unused-disable-directives'] };
const allTypes = ['app', 'worker', 'server', 'tests'].map(types);

/** Runs a JavaScript file on this Node with its output shown; returns whether it succeeded. */
export function succeeds(file, args, env = process.env) {
  return spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}

/** Older subjects are longer, and history stays. */
const subjectsSince = '2026-11-27T01:00:00Z';

/** Returns the subjects of commits that have more than 72 characters; none outside a git repository. */
function longSubjects() {
  const { status, stdout } = spawnSync('git', ['log', `--since=${subjectsSince}`, '--format=%s'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((subject) => subject.length > 72) : [];
}

/** Runs every check, also after a failed one; returns how many passed and failed. Lint leaves half of two cores to the types. */
export async function runChecks() {
  const tally = { passed: 0, failed: 0 };
  const run = async ({ name, file, args }) => {
    const [code] = await once(spawn(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }), 'close');
    tally[code === 0 ? 'passed' : 'failed']++;
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
  };
  await run(format);
  const linted = run(lint);
  for (const check of allTypes) await run(check);
  await linted;
  const long = longSubjects();
  tally[long.length === 0 ? 'passed' : 'failed']++;
  console.log(
    `${long.length === 0 ? '✓' : '✗'} commit subjects of at most 72 characters${long.map((subject) => `\n    ${subject}`).join('')}`,
  );
  return tally;
}
