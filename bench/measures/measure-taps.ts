import type { Page } from 'playwright-core';
import { phone } from '#tests/e2e/harness/device.ts';
import { expectLevel, expectScreen } from '#tests/e2e/harness/expectations.ts';
import { eventTitle, workerReady, signIn } from '#tests/e2e/harness/people.ts';
import { type ScreenPath, screenIs } from '#tests/e2e/harness/screens.ts';
import { EventServer } from '#tests/e2e/harness/server.ts';
import { launchBrowser } from '#tests/setup/launch.ts';
import { median, rounded, table } from '../figures.ts';

const slowdown = 4;
const tapped: readonly ScreenPath[] = ['schedule', 'chat', 'pictures', 'announcements', 'meetups', 'participants', 'home'];

/**
 * Measures the time from a tap on a menu entry to the first frame after it and to that with the screen's content, and from a tap on a star
 * to the frames that answer it and that show it as stored, without network, on a slowed CPU; returns a table.
 */
export async function measureTaps({ runs }: { runs: number }): Promise<string> {
  const server = new EventServer();
  const browser = await launchBrowser();
  try {
    await server.start();
    // Wide enough for a menu that is always open.
    const context = await browser.newContext(phone({ baseURL: server.origin, worker: true, viewport: { width: 1280, height: 844 } }));
    const page = await context.newPage();
    await signIn(page, 'anna');
    await expectLevel(page);
    await workerReady(page);
    await context.setOffline(true);
    await page.reload();
    await expectScreen(page, eventTitle);
    // Waits until the code of all screens is loaded.
    await page.waitForTimeout(5_000);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const taps = new Map<ScreenPath, number[]>(tapped.map((path) => [path, []]));
    const frames: number[] = [];
    // The first round does not count: it opens each screen for the first time.
    const first = new Map<ScreenPath, number>();
    for (let run = 0; run <= runs; run += 1) {
      for (const path of tapped) {
        const { content, frame } = await tap(page, path);
        if (run === 0) first.set(path, content);
        else taps.get(path)?.push(content);
        if (run > 0) frames.push(frame);
      }
    }
    await tap(page, 'schedule');
    const rows = [...taps].map(([path, times]) => row(path, first.get(path) ?? 0, times));
    rows.push(row('any screen, the first frame', frames[0] ?? 0, frames));
    for (const [what, attribute] of [
      ['star of an entry, half filled', 'aria-busy'],
      ['star of an entry, stored', 'aria-pressed'],
    ] as const) {
      const firstStar = await tapStar(page, attribute);
      const stars: number[] = [];
      for (let run = 0; run < runs; run += 1) stars.push(await tapStar(page, attribute));
      rows.push(row(what, firstStar, stars));
    }
    return table([`tap on a menu entry to its content, CPU slowed ${slowdown}×`, 'the first', `median of ${runs}`, 'most'], rows);
  } finally {
    await browser.close();
    await server.dispose();
  }
}

const row = (what: string, first: number, times: readonly number[]): string[] => [
  what,
  ...[first, median(times), Math.max(...times)].map((ms) => `${rounded(ms)} ms`),
];

/** Times in milliseconds from a tap to frames. */
interface Tapped {
  readonly content: number;
  readonly frame: number;
}

/** Taps in the page itself, so that the driver's own time does not count. */
async function tap(page: Page, path: ScreenPath): Promise<Tapped> {
  const [title, content] = screenIs(path);
  const times = await page.evaluate(
    ({ path, title, content }) =>
      new Promise<Tapped>((resolve) => {
        const isThere = (): boolean => document.querySelector('main h1')?.textContent === title && document.querySelector(content) !== null;
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve({ content: performance.now() - start, frame })));
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true });
        const start = performance.now();
        let frame = Infinity;
        requestAnimationFrame(() => setTimeout(() => (frame = performance.now() - start)));
        document.querySelector<HTMLAnchorElement>(`nav a[href="#/${path}"]`)!.click();
      }),
    { path, title, content },
  );
  // Separates the work after a tap from the next tap.
  await page.waitForTimeout(500);
  return times;
}

/** Taps the first star of the schedule in the page itself; returns the ms until the frame in which its `attribute` has changed. */
async function tapStar(page: Page, attribute: string): Promise<number> {
  const ms = await page.evaluate(
    (changed) =>
      new Promise<number>((resolve) => {
        const star = document.querySelector<HTMLButtonElement>('main article button[aria-pressed]')!;
        const observer = new MutationObserver(() => {
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
        });
        observer.observe(star, { attributes: true, attributeFilter: [changed] });
        const start = performance.now();
        star.click();
      }),
    attribute,
  );
  await page.waitForTimeout(500);
  return ms;
}
