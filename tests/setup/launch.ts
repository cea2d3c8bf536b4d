import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';

/** The suggestions below the address bar are pages of their own, which cost each window a second of processor time before anybody types there. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Playwright 1.65 turns off (its chromiumSwitches.ts): of two lists Chromium takes the last alone. */
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

/** Keeps Chromium to itself: no sandbox (root has none), no requests of its own. */
const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  `--disable-features=${[...asPlaywright, ...addressBar].join(',')}`,
];

/** A camera that shows a moving picture of its own, and a person who lets the page use it. */
export const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** Pages live for seconds in the gate: what V8 optimises in them does not pay, and takes a fifth of the processor time. */
export const shortLived = ['--js-flags=--no-opt'];

/** How to start the browser that `CHROMIUM` names; also for `chromium.launchPersistentContext`. `more` flags come beside the usual ones. */
export function launchOptions(more: readonly string[] = []): LaunchOptions {
  const executablePath = process.env['CHROMIUM'];
  return { args: [...flags, ...more], ...(executablePath && { executablePath }) };
}

/** Starts a Chromium, or its headless shell, that other processes drive too, each with contexts of its own; the caller closes it. */
export const launchShared = (executablePath: string, more?: readonly string[]): Promise<BrowserServer> =>
  chromium.launchServer({ ...launchOptions(more), executablePath });

/** Starts a headless Chromium; the caller closes it. */
export const launchBrowser = (more?: readonly string[]): Promise<Browser> => chromium.launch(launchOptions(more));
