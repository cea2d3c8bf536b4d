import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashOf } from './files.ts';

const root = dirname(dirname(import.meta.dirname));
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
const stamp = join(root, 'dist', 'app.hash');
const sources = ['src', 'contract', 'public', 'index.html', 'vite.config.ts', 'scripts/build', 'package.json', 'package-lock.json'];

/** Builds the app into dist/app, unless the last build had the same sources. Throws if the build fails. */
export function buildApp({ force = false } = {}): void {
  const hash = hashOf(root, sources);
  if (!force && existsSync(join(root, 'dist', 'app', 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  rmSync(stamp, { force: true });
  // A separate process, because tests set NODE_ENV, which would make this a development build.
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('vite build failed; its messages stand above');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}
