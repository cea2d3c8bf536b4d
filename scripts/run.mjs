#!/usr/bin/env node
// Runs one named task: installs the packages of a changed lockfile, then starts the task on the pinned Node. It has no dependencies and
// runs on any Node from 18, because it installs everything else.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const bin = (...path) => join(modules, ...path);
const source = (...path) => join(root, ...path);
/** npm reads it instead of package-lock.json. */
const shrinkwrap = source('npm-shrinkwrap.json');
const windows = process.platform === 'win32';
const hostNpm = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;

/** Halves V8's young generation: saves 30 MB in a full hall, at no measurable processor cost. */
const server = ['--max-semi-space-size=16', source('server', 'main.ts')];

/** Tasks on the pinned Node: a file with its first arguments, the task that must succeed before, and additional environment. */
const tasks = {
  start: { before: 'build', run: server, env: { DEMO: '1' } },
  serve: { before: 'build', run: server },
  'create-admin': { run: [source('server', 'ops', 'create-admin.ts')] },
  'import-calendar': { run: [source('server', 'ops', 'import-calendar.ts')] },
  'reset-link': { run: [source('server', 'ops', 'reset-link.ts')] },
  'security-log': { run: [source('server', 'ops', 'security-log.ts')] },
  backup: { run: [source('server', 'ops', 'backup.ts')] },
  restore: { run: [source('server', 'ops', 'restore.ts')] },
  'move-to-postgres': { run: [source('server', 'ops', 'move-to-postgres.ts')] },
  dev: { run: [source('scripts', 'dev.mjs')], env: { DEMO: '1' } },
  build: { run: [source('scripts', 'build.mjs')] },
  test: { run: [source('scripts', 'test', 'gate.mjs')] },
  'test:full': { run: [source('scripts', 'test', 'full.mjs')] },
  check: { run: [source('scripts', 'check.mjs')] },
  vitest: { run: [bin('vitest', 'vitest.mjs'), 'run'] },
  simulate: { run: [source('tests', 'simulation', 'cli.ts')] },
  torture: { run: [source('tests', 'torture', 'cli.ts')] },
  bench: { run: [source('bench', 'main.ts')] },
  npm: { run: [hostNpm] },
};

function fail(message) {
  console.error(message);
  process.exit(1);
}

function install() {
  // npm ci through a link would empty the modules of the linked checkout.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const stamp = bin('.lock-hash');
  const hash = createHash('sha256')
    .update(readFileSync(source('package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.error('Installing dependencies (npm ci) …');
  const ci = () => npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], 2).status === 0; // standard output belongs to the task
  try {
    writeFileSync(shrinkwrap, withAddresses(readFileSync(source('package-lock.json'), 'utf8')));
    if (!ci()) {
      rmSync(shrinkwrap);
      if (!ci()) fail('npm ci failed; its messages stand above.');
    }
  } finally {
    rmSync(shrinkwrap, { force: true });
  }
  writeFileSync(stamp, hash);
}

function npm(args, output) {
  const options = { cwd: root, stdio: ['ignore', output, 2] };
  return hostNpm ? spawnSync(process.execPath, [hostNpm, ...args], options) : spawnSync('npm', args, { ...options, shell: windows });
}

/**
 * Returns a lockfile with the address of each package. The lockfile in the repository names no registry, so npm would ask the registry for
 * each address: a quarter of the installation.
 */
function withAddresses(lockfile) {
  const lock = JSON.parse(lockfile);
  const registry = String(npm(['config', 'get', 'registry'], 'pipe').stdout)
    .trim()
    .replace(/\/?$/, '/');
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.link || entry.inBundle) continue;
    const name = entry.name ?? path.split('node_modules/').at(-1);
    entry.resolved ??= `${registry}${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
  }
  return JSON.stringify(lock);
}

/** Returns the directory of the pinned Node; npm installs only the package of this platform. */
function pinnedNode() {
  const executable = windows ? 'node.exe' : 'node';
  const prefixes = ['node', 'node-bin'];
  const platform = windows ? 'win' : process.platform;
  const directories = prefixes.map((prefix) => bin(`${prefix}-${platform}-${process.arch}`, 'bin'));
  const found = directories.find((directory) => existsSync(join(directory, executable)));
  return found
    ? join(found, executable)
    : fail(`No pinned Node for ${process.platform}-${process.arch}; see optionalDependencies in package.json.`);
}

const [name, ...args] = process.argv.slice(2);
if (!Object.hasOwn(tasks, name ?? '')) fail(`Tasks: ${Object.keys(tasks).join(', ')}`);
if (name === 'npm' && !hostNpm) fail('Call it as: npm run npm -- <arguments>');
install();

const { run, env, before } = tasks[name];
const node = pinnedNode();
const path = [dirname(node), bin('.bin'), process.env.PATH].join(delimiter);
const options = { cwd: root, stdio: 'inherit', env: { ...env, ...process.env, PATH: path } };
if (before && spawnSync(node, [...tasks[before].run, '--if-changed'], options).status !== 0) process.exit(1);
const child = spawn(node, [...run, ...args], options);

// A terminal sends Ctrl-C to the whole group; passing it on there as well would reach the child twice.
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'])
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
child.on('error', (error) => fail(error.message));
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
