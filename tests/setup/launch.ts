import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

/** Keeps Chromium to itself: no sandbox (root has none), no requests of its own. */
const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/** How to start the browser that `CHROMIUM` names; also for `chromium.launchPersistentContext`. */
export function launchOptions(): LaunchOptions {
  const executablePath = process.env['CHROMIUM'];
  return { args: flags, ...(executablePath && { executablePath }) };
}

/** Starts a headless Chromium; the caller closes it. */
export const launchBrowser = (): Promise<Browser> => chromium.launch(launchOptions());
