// Finds the Chromium that the tests drive, and fetches one where there is none. Run alone, it prints the path.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { command } from './checks.mjs';

const { env, platform } = process;
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Where Chrome and Chromium are installed by their own installers. */
const usualPlaces = {
  darwin: ['/Applications', `${env.HOME}/Applications`].flatMap((folder) => [
    `${folder}/Google Chrome.app/Contents/MacOS/Google Chrome`,
    `${folder}/Chromium.app/Contents/MacOS/Chromium`,
  ]),
  win32: [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
    .filter(Boolean)
    .flatMap((folder) => [join(folder, 'Google/Chrome/Application/chrome.exe'), join(folder, 'Chromium/Application/chrome.exe')]),
};

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installed() {
  const suffix = platform === 'win32' ? '.exe' : '';
  const onPath = (env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name + suffix)));
  return [...onPath, ...(usualPlaces[platform] ?? [])].find(executable);
}

/** Runs a command with its output on standard error, so that standard output holds nothing but the path. */
const run = (file, args) =>
  spawnSync(file, args, { stdio: ['ignore', 2, 2], env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;

function fromDebian() {
  if (platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.error('No browser found; installing Debian’s chromium …');
  return run('apt-get', ['update', '-q']) && run('apt-get', ['install', '-qy', '--no-install-recommends', 'chromium'])
    ? installed()
    : undefined;
}

async function fromPlaywright() {
  const { chromium } = await import('playwright-core');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  console.error('No browser found; downloading Playwright’s chromium …');
  return run(process.execPath, [command('playwright-core'), 'install', 'chromium']) ? chromium.executablePath() : undefined;
}

/** The path of a Chromium or Chrome, or undefined where none could be had. `CHROMIUM` decides where it is set. */
export async function findBrowser() {
  if (env.CHROMIUM) return executable(env.CHROMIUM) ? env.CHROMIUM : undefined;
  return installed() ?? fromDebian() ?? (await fromPlaywright());
}

export const noBrowser = env.CHROMIUM
  ? `CHROMIUM names ${env.CHROMIUM}, which cannot be run.`
  : 'No Chromium or Chrome could be found or installed. Install one, or name it in CHROMIUM.';

if (import.meta.main) {
  const browser = await findBrowser();
  if (browser) console.log(browser);
  else {
    console.error(noBrowser);
    process.exitCode = 1;
  }
}
