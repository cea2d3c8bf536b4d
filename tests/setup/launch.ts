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
  // With a debugger attached, as by Playwright, V8 parses a script again for the stack of its first error: 80 ms of each page.
  '--js-flags=--no-enable-lazy-source-positions',
];

export const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** Pages live for seconds in the gate: optimisation by V8 does not pay, and takes a fifth of the processor time. */
export const shortLived = ['--js-flags=--no-opt'];

/** Returns the options to start the browser in `CHROMIUM`, also for `chromium.launchPersistentContext`; `more` are additional flags. */
export function launchOptions(more: readonly string[] = []): LaunchOptions {
  const executablePath = process.env['CHROMIUM'];
  return { args: withOneList([...flags, ...more]), ...(executablePath && { executablePath }) };
}

/** Joins the flags of V8: of several lists Chromium uses only the last. */
function withOneList(args: readonly string[]): string[] {
  const v8 = '--js-flags=';
  const lists = args.flatMap((flag) => (flag.startsWith(v8) ? [flag.slice(v8.length)] : []));
  return [...args.filter((flag) => !flag.startsWith(v8)), v8 + lists.join(' ')];
}

/** Starts a Chromium, or its headless shell, for several processes with contexts of their own; the caller closes it. */
export const launchShared = (executablePath: string, more?: readonly string[]): Promise<BrowserServer> =>
  chromium.launchServer({ ...launchOptions(more), executablePath });

/** Starts a headless Chromium; the caller closes it. */
export const launchBrowser = (more?: readonly string[]): Promise<Browser> => chromium.launch(launchOptions(more));
