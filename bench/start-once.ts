import { writeFile } from 'node:fs/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { launchOptions } from '#tests/setup/launch.ts';

const slowdown = 4;

/**
 * Times (ms) from the start of the navigation: when the content was first seen, and when it was the app's own and usable; `scripts` had
 * been requested until then. `slowdown` is the measured one.
 */
export interface Start {
  readonly firstPaint: number;
  readonly seen: number;
  readonly live: number;
  readonly slowdown: number;
  readonly scripts: readonly string[];
}

declare global {
  interface Window {
    seenAt?: number;
    liveAt?: number;
  }
}

/** Opens a browser of a phone's size on a profile that outlives it. */
export const launch = (profile: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, { ...launchOptions(), viewport: { width: 390, height: 844 }, locale: 'en-GB' });

/** Starts a browser and opens an installed app, until `content` is shown and usable. `profileFile` receives a CPU profile. */
export async function startOnce(app: {
  profile: string;
  origin: string;
  path?: string;
  content: string;
  profileFile?: string;
}): Promise<Start> {
  const context = await launch(app.profile);
  const page = context.pages()[0]!;
  await page.addInitScript(watchFor, app.content);
  const session = await context.newCDPSession(page);
  const fast = await busyTime(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const slow = await busyTime(page);
  if (app.profileFile !== undefined) {
    await session.send('Profiler.enable');
    await session.send('Profiler.start');
  }
  // Defaults to the start of the installed app in its manifest.
  await page.goto(`${app.origin}${app.path ?? '/#/home'}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.liveAt !== undefined && performance.getEntriesByName('first-paint').length > 0, undefined, {
    polling: 100,
    timeout: 60_000,
  });
  if (app.profileFile !== undefined) {
    const { profile } = await session.send('Profiler.stop');
    await writeFile(app.profileFile, JSON.stringify(profile));
  }
  const seen = await page.evaluate(() => ({
    seen: window.seenAt ?? 0,
    live: window.liveAt ?? 0,
    firstPaint: performance.getEntriesByName('first-paint')[0]?.startTime ?? 0,
    scripts: performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < (window.liveAt ?? 0))
      .map(({ name }) => new URL(name).pathname),
  }));
  await context.close();
  return { ...seen, slowdown: slow / fast };
}

/**
 * Runs in the page before any other script: notes when the text is visible, and when no snapshot covers the app, each at the next frame.
 */
function watchFor(content: string): void {
  const observer = new MutationObserver(() => {
    const { body } = document;
    // A grid shows its pictures without words.
    if (!body?.textContent.includes(content) && !document.querySelector(`img[alt="${CSS.escape(content)}"]`)) return;
    if (document.getElementById('last-screen') === null) observer.disconnect();
    requestAnimationFrame(() => {
      window.seenAt ??= performance.now();
      if (document.getElementById('last-screen') === null) window.liveAt ??= performance.now();
    });
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
}

/** Measures a fixed piece of work (ms), which shows the page's real slowdown. */
function busyTime(page: Page): Promise<number> {
  return page.evaluate(() => {
    const start = performance.now();
    let sum = 0;
    for (let index = 0; index < 2e7; index += 1) sum += Math.sqrt(index);
    return sum > 0 ? performance.now() - start : 0;
  });
}
