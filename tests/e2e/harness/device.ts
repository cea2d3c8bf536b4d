import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Language } from '#contract/languages.ts';
import { slowDown } from './network/slow-down.ts';
import { reportPolicyViolations, Watch } from './watch.ts';

const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

export const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

export interface DeviceOptions extends BrowserContextOptions {
  language?: Language;
  /** True if the service worker may be installed. That costs a second of processor time; without it no screen opens offline. */
  worker?: boolean;
}

/** Returns Playwright's options for a phone held upright. */
export const phone = ({ language = 'en', worker = false, ...options }: DeviceOptions = {}): BrowserContextOptions => ({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  locale: locales[language],
  timezoneId: 'Europe/Berlin',
  reducedMotion: 'reduce',
  serviceWorkers: worker ? 'allow' : 'block',
  ...options,
});

/** A browser profile with its first tab, and everything that failed in it. */
export interface Device {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly watch: Watch;
  /** Cuts or restores the network of pages and service worker alike. */
  setOffline(offline: boolean): Promise<void>;
}

/** `wasServerDown` returns whether requests may have failed although the device was online. */
export async function watchContext(context: BrowserContext, wasServerDown: () => boolean): Promise<Device> {
  let wasOffline = false;
  const watch = new Watch(context, (outage) => (outage === 'offline' ? wasOffline : wasServerDown()));
  context.setDefaultTimeout(30_000);
  await context.addInitScript(reportPolicyViolations);
  await slowDown(context);
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    context,
    page,
    watch,
    setOffline: async (offline) => {
      wasOffline = true;
      await context.setOffline(offline);
    },
  };
}

export async function openDevice(browser: Browser, options: DeviceOptions, wasServerDown: () => boolean): Promise<Device> {
  return watchContext(await browser.newContext(phone(options)), wasServerDown);
}

/** Ends the browser at once, like a phone that loses power. */
export async function crash({ page, context }: Device): Promise<void> {
  const closed = context.waitForEvent('close');
  const session = await context.newCDPSession(page);
  await session.send('Browser.crash').catch(() => undefined);
  await closed;
}

/** Deletes the cookies, as a crash may because browsers write them only now and then. The device's next refresh is refused. */
export async function loseCookies({ context, watch }: Device): Promise<void> {
  watch.expect(/^Failed to load resource: .* 401 .*\/api\/users\/refresh/);
  await context.clearCookies();
}
