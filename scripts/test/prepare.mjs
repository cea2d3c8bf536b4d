import { buildApp } from '../build/app.ts';
import { runChecks } from '../checks.mjs';
import { findBrowser, findShell, noBrowser } from '../find-browser.mjs';
import { count, step } from './tally.mjs';

/** Counts checks, build and browser; returns the environment of the end-to-end tests, or undefined if they could only repeat a failure. */
export async function prepare({ isGate = false } = {}) {
  count(await runChecks({ isGate }));
  const built = await step('build', () => {
    buildApp();
    return true;
  });
  const browser = await step('browser', async () => {
    const found = await findBrowser();
    if (!found) throw new Error(noBrowser);
    return found;
  });
  if (!built || !browser) return undefined;
  const shell = findShell();
  return { CHROMIUM: browser, ...(shell && { HEADLESS_SHELL: shell }) };
}
