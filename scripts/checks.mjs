// The quick checks: format, lint and types. One process each, one after the other, because each uses all cores by itself.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
export const root = dirname(import.meta.dirname);

/** The file behind a package's command, so that no shell is needed to call it. */
export function command(name, binary = name) {
  const manifest = join(root, 'node_modules', name, 'package.json');
  const { bin } = require(manifest);
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[binary]);
}

const types = (project) => ({ name: `types of ${project}`, file: command('typescript', 'tsc'), args: ['-p', `tsconfig.${project}.json`] });

const checks = [
  { name: 'format', file: command('prettier'), args: ['--check', '--log-level=warn', '.'] },
  { name: 'lint', file: command('oxlint'), args: ['--type-aware', '--report-unused-disable-directives'] },
  ...['app', 'worker', 'server', 'tests'].map(types),
];

/** Runs a JavaScript file on this Node with its output shown; gives whether it ended well. */
export function succeeds(file, args, env = process.env) {
  return spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}

/** Runs every check, also after a failed one; gives how many passed and failed. */
export function runChecks() {
  const tally = { passed: 0, failed: 0 };
  for (const { name, file, args } of checks) {
    const ok = succeeds(file, args);
    tally[ok ? 'passed' : 'failed']++;
    console.log(`${ok ? '✓' : '✗'} ${name}`);
  }
  return tally;
}
