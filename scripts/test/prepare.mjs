import { join } from 'node:path';
import { buildApp } from '../build/app.ts';
import { root, runChecks } from '../checks.mjs';
import { findBrowser, findShell, noBrowser } from '../find-browser.mjs';
import { count, step } from './tally.mjs';

/** Counts checks, build and browser; returns the environment of the end-to-end tests, or undefined if they could only repeat a failure. */
export async function prepare() {
  count(await runChecks());
  const built = await step('build', () => {
    buildApp();
    return true;
  });
  if (built) {
    await step('features of the oldest browsers', async () => {
      const { findLaterFeatures } = await import('../build/later-features.ts');
      const found = await findLaterFeatures(join(root, 'dist', 'app'), join(root, 'docs', 'browsers.md'));
      if (found.length > 0) throw new Error(`\n${found.join('\n')}`);
    });
  }
  const browser = await step('browser', async () => {
    const found = await findBrowser();
    if (!found) throw new Error(noBrowser);
    return found;
  });
  if (!built || !browser) return undefined;
  const shell = findShell();
  return { CHROMIUM: browser, ...(shell && { HEADLESS_SHELL: shell }) };
}
