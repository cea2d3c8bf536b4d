import type { Browser, CDPSession, Page } from 'playwright-core';
import { phone } from '#tests/e2e/harness/device.ts';
import { eventTitle, loginOf } from '#tests/e2e/harness/people.ts';
import { EventServer } from '#tests/e2e/harness/server.ts';
import { t } from '#tests/e2e/harness/texts.ts';
import { launchBrowser } from '#tests/setup/launch.ts';
import { medians, rounded, table } from '../figures.ts';

/** Round trip in ms, throughput in bytes per second. */
const line = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Fast typing: a key every 100 ms. */
const typing = { delay: 100 };

/** Time (ms) until a title is visible; `app` until the app has taken over the sign-in screen of the page. */
interface Visited extends Record<string, number> {
  readonly signIn: number;
  readonly app: number;
  readonly home: number;
}

/** Opens the app for the first time on a thin line and signs in; returns a table. */
export async function measureFirstVisit({ runs }: { runs: number }): Promise<string> {
  const server = new EventServer();
  const browser = await launchBrowser();
  try {
    await server.start();
    const visits: Visited[] = [];
    while (visits.length < runs) visits.push(await visit(browser, server.origin));
    const { signIn, app, home } = medians(visits);
    return table(
      [`first visit, ${line.latency} ms round trip and ${(line.downloadThroughput * 8) / 1_000} kbit/s`, `median of ${runs}`],
      [
        ['sign-in screen seen, and ready for typing', `${rounded(signIn!)} ms`],
        ['taken over by the app', `${rounded(app!)} ms`],
        ['home screen, from the tap on “Log in”', `${rounded(home!)} ms`],
      ],
    );
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function visit(browser: Browser, origin: string): Promise<Visited> {
  // The worker would load the whole app at the same time, past the thin line.
  const context = await browser.newContext(phone({ baseURL: origin }));
  const page = await context.newPage();
  await throttle(await context.newCDPSession(page));
  const start = Date.now();
  await page.goto('/', { waitUntil: 'commit' });
  await seen(page, t('login.title'));
  const signIn = Date.now() - start;
  await page.waitForFunction(() => document.getElementById('last-screen') === null, undefined, { polling: 'raf', timeout: 60_000 });
  const app = Date.now() - start;
  const { email, password } = loginOf('anna');
  await page.locator('input[autocomplete="username"]').pressSequentially(email, typing);
  await page.locator('input[type="password"]').pressSequentially(password, typing);
  const tapped = Date.now();
  await page.locator('form button[type="submit"]').click();
  await seen(page, eventTitle);
  const home = Date.now() - tapped;
  await context.close();
  return { signIn, app, home };
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
}

const seen = async (page: Page, title: string): Promise<void> =>
  void (await page.waitForFunction((title) => document.querySelector('h1')?.textContent === title, title, {
    polling: 'raf',
    timeout: 60_000,
  }));
