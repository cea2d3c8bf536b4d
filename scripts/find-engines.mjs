// Finds Firefox and WebKitGTK, which tests/browsers drives in addition to Chromium, or installs them.
import { existsSync } from 'node:fs';
import { findBrowser, installFromDebian, onPath } from './find-browser.mjs';

const { env } = process;

/** Packages of Debian: a browser engine, and the tools for its windows. */
const packages = {
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb', 'openbox', 'imagemagick'],
};

const findFirefox = () => env.FIREFOX || onPath(['firefox-esr', 'firefox']);
const hasWebKit = () =>
  ['WebKitWebDriver', 'Xvfb', 'openbox', 'python3', 'import'].every((name) => onPath([name])) &&
  ['x86_64', 'aarch64'].some((machine) => existsSync(`/usr/lib/${machine}-linux-gnu/girepository-1.0/WebKit2-4.1.typelib`));

/** Returns the available engines: paths of Chromium and Firefox, and true for WebKitGTK. Installs missing ones of `wanted` if permitted. */
export async function findEngines(wanted) {
  const chromium = await findBrowser();
  if (wanted.includes('firefox') && !findFirefox()) installFromDebian(...packages.firefox);
  if (!hasWebKit()) installFromDebian(...packages.webkit);
  return { chromium, firefox: findFirefox(), webkit: hasWebKit() };
}

export const noEngine = (name) => `${name} cannot be had here; on Debian: apt-get install ${packages[name]?.join(' ') ?? 'chromium'}.`;
