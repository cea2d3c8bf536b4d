// Finds Firefox and WebKitGTK, which the stories of tests/browsers drive beside Chromium, and fetches them where they are not.
import { existsSync } from 'node:fs';
import { findBrowser, installFromDebian, onPath } from './find-browser.mjs';

const { env } = process;

/** The packages of Debian: a browser engine, and what its windows need. */
const packages = {
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb', 'openbox', 'imagemagick'],
};

const findFirefox = () => env.FIREFOX || onPath(['firefox-esr', 'firefox']);
const hasWebKit = () =>
  ['WebKitWebDriver', 'Xvfb', 'openbox', 'python3', 'import'].every((name) => onPath([name])) &&
  ['x86_64', 'aarch64'].some((machine) => existsSync(`/usr/lib/${machine}-linux-gnu/girepository-1.0/WebKit2-4.1.typelib`));

/** Returns what can be driven: paths of Chromium and Firefox, and whether there is a WebKitGTK. Installs what is missing, where it may. */
export async function findEngines() {
  const chromium = await findBrowser();
  if (!findFirefox()) installFromDebian(...packages.firefox);
  if (!hasWebKit()) installFromDebian(...packages.webkit);
  return { chromium, firefox: findFirefox(), webkit: hasWebKit() };
}

/** One line for an engine that cannot be had. */
export const noEngine = (name) => `${name} cannot be had here; on Debian: apt-get install ${packages[name]?.join(' ') ?? 'chromium'}.`;
