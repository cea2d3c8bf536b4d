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

/** A camera that shows a moving picture of its own, and a person who lets the page use it. */
export const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** How to start the browser that `CHROMIUM` names; also for `chromium.launchPersistentContext`. `more` flags come beside the usual ones. */
export function launchOptions(more: readonly string[] = []): LaunchOptions {
  const executablePath = process.env['CHROMIUM'];
  return { args: [...flags, ...more], ...(executablePath && { executablePath }) };
}

/** Starts a headless Chromium; the caller closes it. */
export const launchBrowser = (more?: readonly string[]): Promise<Browser> => chromium.launch(launchOptions(more));
