// Finds the Chromium of the tests, or fetches one. Run alone, it prints the path of each program.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { command } from './checks.mjs';

const { env, platform } = process;
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];

/** The folders of Chrome's and Chromium's own installers. */
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

export function onPath(names) {
  const suffix = platform === 'win32' ? '.exe' : '';
  const folders = (env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name + suffix))).find(executable);
}

const installed = () => onPath(names) ?? (usualPlaces[platform] ?? []).find(executable);

/** Runs a command with its output on standard error, so that standard output has only the path. */
const run = (file, args) =>
  spawnSync(file, args, { stdio: ['ignore', 2, 2], env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;

/** Installs packages on Debian if the caller is root; otherwise does nothing. */
export function installFromDebian(...packages) {
  if (platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error(`Installing Debian’s ${packages.join(', ')} …`);
  if (run('apt-get', ['update', '-q'])) run('apt-get', ['install', '-qy', '--no-install-recommends', '--no-remove', ...packages]);
}

function fromDebian() {
  installFromDebian('chromium');
  return installed();
}

async function fromPlaywright() {
  const { chromium } = await import('playwright-core');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  console.error('No browser found; downloading Playwright’s chromium …');
  return run(process.execPath, [command('playwright-core'), 'install', 'chromium']) ? chromium.executablePath() : undefined;
}

/** Returns the path of a Chromium or Chrome, or undefined if there is none. `CHROMIUM` takes precedence. */
export async function findBrowser() {
  if (env.CHROMIUM) return executable(env.CHROMIUM) ? env.CHROMIUM : undefined;
  return installed() ?? fromDebian() ?? (await fromPlaywright());
}

/**
 * Returns the path of Chromium's headless shell, or undefined if there is none or `CHROMIUM` is set. It is the same engine without the
 * browser around a page, at two thirds of the processor time. `HEADLESS_SHELL` takes precedence.
 */
export function findShell() {
  if (env.HEADLESS_SHELL || env.CHROMIUM) return env.HEADLESS_SHELL || undefined;
  const found = onPath(shellNames);
  if (found) return found;
  installFromDebian('chromium-headless-shell');
  return onPath(shellNames);
}

export const noBrowser = env.CHROMIUM
  ? `CHROMIUM names ${env.CHROMIUM}, which cannot be run.`
  : 'No Chromium or Chrome could be found or installed. Install one, or name it in CHROMIUM.';

if (import.meta.main) {
  const browser = await findBrowser();
  if (browser) console.log([browser, findShell()].filter(Boolean).join('\n'));
  else {
    console.error(noBrowser);
    process.exitCode = 1;
  }
}
