import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';

/** Suggestions below the address bar are pages of their own, which cost each window a second of processor time before any input. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Features that Playwright 1.65 disables (its chromiumSwitches.ts): of two lists Chromium uses only the last. */
const asPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Isolates Chromium: no sandbox (root has none), no requests of its own. */
const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  `--disable-features=${[...asPlaywright, ...addressBar].join(',')}`,
];

export const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** Pages live for seconds in the gate: optimisation by V8 does not pay, and takes a fifth of the processor time. */
export const shortLived = ['--js-flags=--no-opt'];

/** Returns the options to start the browser in `CHROMIUM`, also for `chromium.launchPersistentContext`; `more` are additional flags. */
export function launchOptions(more: readonly string[] = []): LaunchOptions {
  const executablePath = process.env['CHROMIUM'];
  return { args: [...flags, ...more], ...(executablePath && { executablePath }) };
}

/** Starts a Chromium, or its headless shell, for several processes with contexts of their own; the caller closes it. */
export const launchShared = (executablePath: string, more?: readonly string[]): Promise<BrowserServer> =>
  chromium.launchServer({ ...launchOptions(more), executablePath });

/** Starts a headless Chromium; the caller closes it. */
export const launchBrowser = (more?: readonly string[]): Promise<Browser> => chromium.launch(launchOptions(more));
