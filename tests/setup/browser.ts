import { buildApp } from '../../scripts/build/app.ts';
import { findBrowser, noBrowser } from '../../scripts/find-browser.mjs';

/** Makes sure of browser and built app before the first end-to-end test; both are there already when `npm test` started it. */
export default async function setup() {
  const browser = await findBrowser();
  if (browser === undefined) throw new Error(noBrowser);
  process.env['CHROMIUM'] = browser;
  buildApp();
}
