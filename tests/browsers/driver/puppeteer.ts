import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, type Browser as Driven, type KeyInput, type Page } from 'puppeteer-core';
import type { Browser, Engine, Key, Point, ProfileOptions, Size, Window } from './engine.ts';
import { killProcess } from './kill-process.ts';
import { pathBetween, phone, reportViolations } from './page.ts';

const pressed: Readonly<Record<'chromium' | 'firefox', Partial<Record<Key, KeyInput>>>> = {
  chromium: {},
  // Puppeteer sends the number pad's Enter to Firefox, and has no name for BiDi's code of the main Enter.
  firefox: { Enter: '\uE006' as KeyInput, Space: ' ' },
};

const firefoxPreferences = ({ isPrivate, blocksSiteData, hasNoWorkers, room }: ProfileOptions): Record<string, unknown> => ({
  // A headless window never answers a permission prompt for notifications.
  'permissions.default.desktop-notification': 2,
  // Lines break as in the other engines, whose scrollbars take no width.
  'ui.useOverlayScrollbars': 1,
  'app.normandy.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // Sets it both ways, because a profile remembers its preferences.
  'browser.privatebrowsing.autostart': isPrivate ?? false,
  ...(blocksSiteData && { 'network.cookie.cookieBehavior': 2 }),
  ...(hasNoWorkers && { 'dom.serviceWorkers.enabled': false }),
  ...(room !== undefined && { 'dom.quotaManager.temporaryStorage.fixedLimit': room / 1024 }),
});

function settleChromium({ folder, blocksSiteData }: ProfileOptions): void {
  if (!blocksSiteData) return;
  mkdirSync(join(folder, 'Default'), { recursive: true });
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }));
}

/** Drives Chromium by its own protocol and Firefox by WebDriver BiDi. */
export function puppeteerEngine(name: 'chromium' | 'firefox', executablePath: string): Engine {
  return {
    name,
    async start(options) {
      const { folder, timeZone } = options;
      mkdirSync(folder, { recursive: true });
      if (name === 'chromium') settleChromium(options);
      const driven = await launch({
        browser: name === 'chromium' ? 'chrome' : 'firefox',
        executablePath,
        headless: true,
        userDataDir: folder,
        defaultViewport: null,
        env: { ...process.env, MOZ_DISABLE_CONTENT_SANDBOX: '1', ...(timeZone !== undefined && { TZ: timeZone }) },
        ...(name === 'firefox'
          ? { extraPrefsFirefox: firefoxPreferences(options) }
          : { args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--hide-scrollbars'] }),
      });
      // Puppeteer restores copies of Firefox's preferences after its end, in the middle of the next start.
      for (const file of ['prefs.js', 'user.js']) rmSync(join(folder, `${file}.puppeteer`), { force: true });
      return browserOf(driven, name, options);
    },
  };
}

async function browserOf(driven: Driven, name: 'chromium' | 'firefox', options: ProfileOptions): Promise<Browser> {
  // A private Chromium needs a context; a private Firefox has only private windows by its settings.
  const windows = options.isPrivate && name === 'chromium' ? await driven.createBrowserContext() : driven.defaultBrowserContext();
  return {
    open: async () => {
      // A tab behind another one is hidden, and draws nothing.
      const page = await windows.newPage({ type: 'window' });
      return windowOf(page, pressed[name], name === 'chromium' ? await limitChromium(page, options) : undefined);
    },
    kill: async () => {
      const child = driven.process()!;
      await killProcess(child, child.pid!);
    },
    close: () => driven.close(),
  };
}

/** Limits a page where Chromium has no setting for it. Returns the function to call before an address is opened. */
async function limitChromium(page: Page, { hasNoWorkers, room }: ProfileOptions): Promise<(url: string) => Promise<void>> {
  if (hasNoWorkers) await page.evaluateOnNewDocument('delete Navigator.prototype.serviceWorker;');
  const session = await page.createCDPSession();
  return async (url) => {
    if (room !== undefined) await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(url).origin, quotaSize: room });
  };
}

async function windowOf(page: Page, keys: Partial<Record<Key, KeyInput>>, beforeOpening?: (url: string) => Promise<void>): Promise<Window> {
  let errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url ?? ''}`.trim());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.evaluateOnNewDocument(reportViolations);
  const resize = (size: Size): Promise<void> => page.setViewport(size);
  await resize(phone);
  return {
    goto: async (url) => {
      await beforeOpening?.(url);
      await page.goto(url, { waitUntil: 'domcontentloaded' });
    },
    reload: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
    back: () => page.evaluate(() => history.back()),
    run: (work, ...args) => page.evaluate(work as never, ...(args as unknown as never[])),
    mouse: {
      down: async ({ x, y }) => {
        await page.mouse.move(x, y);
        await page.mouse.down();
      },
      move: ({ x, y }) => page.mouse.move(x, y, { steps: 8 }),
      up: () => page.mouse.up(),
    },
    swipe: async (from, to) => {
      await page.touchscreen.touchStart(from.x, from.y);
      for (const point of pathBetween(from, to)) await page.touchscreen.touchMove(point.x, point.y);
      await page.touchscreen.touchEnd();
    },
    tap: ({ x, y }: Point) => page.mouse.click(x, y),
    write: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(keys[key] ?? key),
    choose: async (selector, files) => {
      const input = await page.$(selector);
      if (!input) throw new Error(`no ${selector}`);
      await (input as unknown as { uploadFile(...paths: readonly string[]): Promise<void> }).uploadFile(...files);
    },
    resize,
    photograph: async (file) => void (await page.screenshot({ path: file })),
    takeErrors: () => {
      const taken = errors;
      errors = [];
      return taken;
    },
    close: () => page.close(),
  };
}
