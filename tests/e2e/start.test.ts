import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inTier } from '../setup/tier.ts';
import { expectIdle, expectLevel, expectScreen, expectShown, expectSoon } from './harness/expectations.ts';
import { eventTitle, loginOf, type Person, workerReady, signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

const appDir = join(dirname(dirname(import.meta.dirname)), 'dist', 'app');

/** The entry of the Layout Instability API, which type libraries lack. */
interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

type Headings = readonly (readonly [text: string, top: number])[];

declare global {
  interface Window {
    /** The headings of the start snapshot that were visible in the first frame. */
    firstSeen?: Headings;
  }
}

/** Returns each visible heading of a part of the page with its vertical place. */
const headingsOf = (part: string): Headings =>
  [...document.querySelectorAll(`${part} :is(h1, h2, h3, h4)`)]
    .filter((heading) => heading.checkVisibility({ opacityProperty: true }))
    .map((heading) => [heading.textContent, Math.round(heading.getBoundingClientRect().top)] as const);

const isKept = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await caches.match('/', { cacheName: 'start-page' })) !== undefined);

/** Signs a person in on a phone, stores its start snapshot and cuts the network. */
async function prepare(person: Person = 'anna') {
  const device = await bench.device({ worker: true });
  const { page } = device;
  await signIn(page, person);
  await expectLevel(page);
  await workerReady(page);
  await expectSoon(() => isKept(page), true);
  await page.addInitScript(`(${noteFirst.toString()})(${headingsOf.toString()})`);
  await device.setOffline(true);
  return device;
}

/** Runs in the page before any other script. */
function noteFirst(headings: (part: string) => Headings): void {
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => (window.firstSeen = headings('#last-screen'))));
}

const firstSeen = (page: Page): Promise<Headings | undefined> => page.evaluate(() => window.firstSeen);

describe('a start', () => {
  it('shows the home screen before the app, which replaces it without a jump and performs the tap', async () => {
    const { page } = await prepare();
    await page.reload();
    await expectScreen(page, eventTitle);
    await expectSoon(async () => (await firstSeen(page)) !== undefined, true);
    const headings = await firstSeen(page);
    expect(headings?.map(([text]) => text)).toContain(t('schedule_status.title'));
    await expectSoon(() => page.evaluate(headingsOf, '#root'), headings);

    // Clicks before the app has loaded.
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const link = document.querySelector('#last-screen a[href="#/schedule"]')!.getBoundingClientRect();
        document.body.dispatchEvent(new MouseEvent('click', { clientX: link.x + 5, clientY: link.y + 5, bubbles: true }));
      });
    });
    await page.reload();
    await expectScreen(page, t('schedule.title'));
  });

  it.each(inTier({ gate: [], full: ['shows no snapshot on another screen, in another language or after a logout'] }))('%s', async () => {
    const { page } = await prepare();
    await page.goto('/#/chat');
    await page.reload();
    await expectScreen(page, t('chat.title'));
    await expectSoon(() => firstSeen(page), []);
    await page.evaluate(() => localStorage.setItem('language', 'de'));
    await page.goto('/#/home');
    await page.reload();
    await expectScreen(page, eventTitle);
    await expectSoon(() => firstSeen(page), []);

    await page.evaluate(() => localStorage.removeItem('language'));
    await page.goto('/#/logout');
    // The button still has its name in the other language.
    await page.getByRole('main').getByRole('button').click();
    await expectSoon(() => isKept(page), false);
    await page.reload();
    await expectSoon(() => firstSeen(page), []);
  });
});

/** Runs in the page: returns the places of everything that moved visibly since its start, except after input. */
async function shifts(): Promise<string[]> {
  const found: string[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
      // Reports of layout shifts round to this: a state in the header may take the room of the mark beside it.
      if (!hadRecentInput && value >= 0.001) found.push(`${value}: ${sources.map(({ node }) => node?.textContent?.slice(0, 40)).join()}`);
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  // The browser delivers buffered entries in a task of their own.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  observer.disconnect();
  return found;
}

describe.each(inTier({ gate: [], full: ['a start on a slow phone'] }))('%s', () => {
  it.each<[Person, path: string, title: string]>([
    ['anna', '/#/home', eventTitle],
    ['anna', '/#/pictures', t('photos.title')],
    ['anna', '/#/schedule', t('schedule.title')],
    ['orga', '/#/admin/general', t('admin_general.title')],
  ])('draws the first screen of %s at %s without a layout shift', async (person, path, title) => {
    const { page } = await prepare(person);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    // It would cover the screen until everything is drawn.
    await page.evaluate(() => caches.delete('start-page'));
    await page.goto(path);
    await page.reload();
    await expectScreen(page, title);
    await page.locator('[data-coming]').waitFor({ state: 'detached' });
    // The rows of a list are drawn in steps before the engine is loaded.
    await expectIdle(page);
    expect(await page.evaluate(shifts)).toEqual([]);
  });
});

const scriptsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  );

const zippedSize = (code: string | Buffer): number => gzipSync(code, { level: 9 }).length;

/** Returns the scripts in the page itself. */
const inPage = (page: Page): Promise<string> => page.evaluate(() => [...document.scripts].map(({ textContent }) => textContent).join('\n'));

/** Returns the source from which the browser received a script. */
const sourceOf = (page: Page, script: string): Promise<string | undefined> =>
  page.evaluate(
    (name) =>
      (performance.getEntriesByName(new URL(name, location.href).href)[0] as { workerFinalSourceType?: string }).workerFinalSourceType,
    script,
  );

describe('the code of the first screen', () => {
  it('is a script in the page, four files and a worker of no more than 150 KiB together', async () => {
    const { page } = await prepare();
    await page.reload();
    // Code for after the first screen begins with the engine.
    const isEngine = (path: string): boolean => path.startsWith('/assets/engine-');
    await expectSoon(async () => (await scriptsOf(page)).some(isEngine), true);
    const scripts = await scriptsOf(page);
    const first = scripts.slice(0, scripts.findIndex(isEngine));
    const names = ['rolldown-runtime', 'react', 'libraries', 'app', 'first-formatter'];
    expect(first).toEqual(names.map((name) => expect.stringMatching(`^/assets/${name}-`)));
    const bytes = first.reduce((sum, file) => sum + zippedSize(readFileSync(join(appDir, file))), zippedSize(await inPage(page)));
    expect(bytes).toBeLessThanOrEqual(150 * 1_024);
    // The browser's own cache, without starting the worker.
    expect(await sourceOf(page, first[0]!)).toBe('cache');
  });
});

describe('a first visit', () => {
  it('shows the sign-in screen before the app, requests its files together with it, and signs in what was typed there', async () => {
    const { page } = await bench.device();
    const requests: string[] = [];
    const ahead = [/\/locales\/en\/common\.json/, /\/assets\/login-screen-/];
    const requestCounts = (): number[] => ahead.map((path) => requests.filter((url) => path.test(url)).length);
    page.on('request', (request) => requests.push(request.url()));
    let isTapped!: () => void;
    const tapped = new Promise<void>((resolve) => (isTapped = resolve));
    await page.route(/\/assets\/app-/, async (route) => {
      await expectSoon(requestCounts, [1, 1]);
      await tapped;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    const drawn = page.locator('#last-screen');
    await expectShown(drawn.getByRole('heading', { name: t('login.title') }));
    const { email, password } = loginOf('anna');
    await drawn.getByLabel(t('login.username')).fill(email);
    await drawn.getByLabel(t('login.password'), { exact: true }).fill(password);
    await drawn.getByRole('button', { name: t('login.submit') }).click();
    isTapped();
    await expectScreen(page, eventTitle);
    expect(requestCounts()).toEqual([1, 1]);
    expect(page.url()).not.toContain(email);
  });

  it('keeps the focus in the field while the app replaces the sign-in screen of the page', async () => {
    const { page } = await bench.device({ language: 'de' });
    let isTyped!: () => void;
    const typed = new Promise<void>((resolve) => (isTyped = resolve));
    await page.route(/\/assets\/app-/, async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('#last-screen input[name="username"]').pressSequentially('anna');
    isTyped();
    await page.locator('#last-screen').waitFor({ state: 'detached' });
    await page.keyboard.type('@demo.example');
    expect(await page.locator('input[name="username"]').inputValue()).toBe('anna@demo.example');
    expect(await page.locator('h1').textContent()).toBe('Anmelden');
  });
});
