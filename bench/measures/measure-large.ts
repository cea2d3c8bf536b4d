import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { largeEvent } from '#tests/fixtures/large-event.ts';
import { type Api, signInByApi } from '#tests/e2e/harness/api.ts';
import { phone } from '#tests/e2e/harness/device.ts';
import { expectLevel } from '#tests/e2e/harness/expectations.ts';
import { signIn } from '#tests/e2e/harness/people.ts';
import { openScreen, screensOfAll } from '#tests/e2e/harness/screens.ts';
import { EventServer } from '#tests/e2e/harness/server.ts';
import { t } from '#tests/e2e/harness/texts.ts';
import { launchBrowser } from '#tests/setup/launch.ts';
import { median, ratio, rounded, table } from '../figures.ts';

const eventId = 1;
const size = { eventId, members: 10_000, posts: 50_000, replies: 1_000, photos: 5_000 };
/** Time (ms) that is long after the last task of a step. */
const quiet = 1_500;

/** A device with one event, and its main thread's work. */
class Device {
  readonly page: Page;
  readonly #session: CDPSession;
  /** Work of the main thread by step, in ms. */
  readonly work = new Map<string, number[]>();

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
  }

  /** Opens the app on a page of its own, and measures the work from the beginning. */
  static async start(context: BrowserContext): Promise<Device> {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const device = new Device(page, session);
    await device.measure('start and picture sweep', async () => {
      await page.goto('/');
      await expectLevel(page);
    });
    return device;
  }

  async measure(name: string, step: () => Promise<unknown>): Promise<void> {
    const before = await this.#busy();
    await step();
    await this.page.waitForTimeout(quiet);
    this.work.set(name, [...(this.work.get(name) ?? []), (await this.#busy()) - before]);
  }

  async #busy(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  }
}

/**
 * Measures the main thread's work for each screen in the demo and in a large event, side by side: opening it, and running its live queries
 * again when another person counts and posts. Returns a table.
 */
export async function measureLarge({ runs }: { runs: number }): Promise<string> {
  const server = new EventServer();
  const browser = await launchBrowser();
  try {
    await server.start();
    const ben = await signInByApi(server, 'ben');
    const devices: Device[] = [];
    for (const isLarge of [false, true]) {
      const context = await browser.newContext(phone({ baseURL: server.origin, worker: true }));
      const page = await context.newPage();
      await signIn(page, 'anna');
      await expectLevel(page);
      if (isLarge) for (const [name, rows] of Object.entries(largeEvent(size))) await plant(page, name, rows);
      await page.close();
      devices.push(await Device.start(context));
    }
    for (let run = 0; run < runs; run += 1) for (const device of devices) await measureAll(device, ben, run);
    const [demo, large] = devices as [Device, Device];
    const rows = [...demo.work].map(([name, works]) => {
      const [usual, most] = [median(works), median(large.work.get(name) ?? [])];
      return [name, `${rounded(usual)} ms`, `${rounded(most)} ms`, ratio(most, usual)];
    });
    const { members, posts, photos } = size;
    return table(
      [`work of the main thread, medians of ${runs}`, 'demo', `${members} members, ${posts} posts, ${photos} photos`, 'ratio'],
      rows,
    );
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function measureAll(device: Device, ben: Api, run: number): Promise<void> {
  const { page } = device;
  if (run === 0) await measureThread(device);
  for (const path of screensOfAll) {
    await device.measure(`${path}: open`, () => openScreen(page, path));
    await device.measure(`${path}: second run`, async () => {
      await post(ben, '/api/users/me/statistic/1', { value: run, change: 1 });
      await post(ben, '/api/post', { content: `Once more, ${path}`, replyToId: null });
      await post(ben, '/api/users/me', { name: `Ben ${path} ${run}` });
    });
  }
  await openScreen(page, 'participants');
  await page.waitForTimeout(quiet);
  await device.measure('directory: seven letters', () => page.getByRole('searchbox').pressSequentially('member9'));
}

/** The newest thread is the long one until a new post; the demo has none. */
async function measureThread(device: Device): Promise<void> {
  const { page } = device;
  await openScreen(page, 'chat');
  await page.waitForTimeout(quiet);
  const earlier = page.getByRole('button', { name: t('chat_item.earlier', { count: 50 }) }).first();
  const press = async (): Promise<void> => ((await earlier.isVisible()) ? earlier.click() : undefined);
  await device.measure('thread of 1,000 replies: 50 more', press);
}

async function post(api: Api, path: string, body: object): Promise<void> {
  const { status } = await api.call('POST', path, body);
  if (status >= 300) throw new Error(`${path} was answered with ${status}`);
}

/** Stores rows in a mirror table directly in IndexedDB; the next start reads them. */
async function plant(page: Page, table: string, rows: readonly object[]): Promise<void> {
  const atOnce = 5_000;
  for (let from = 0; from < rows.length; from += atOnce) {
    await page.evaluate(putRows, { table, rows: rows.slice(from, from + atOnce) });
  }
}

/** Runs in the page. */
async function putRows({ table, rows }: { table: string; rows: readonly object[] }): Promise<void> {
  const name = (await indexedDB.databases()).find((each) => /^event-companion-\d+/.test(each.name ?? ''))?.name;
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name!);
    request.addEventListener('success', () => resolve(request.result));
  });
  const transaction = db.transaction(table, 'readwrite');
  for (const row of rows) transaction.objectStore(table).put(row);
  await new Promise((resolve) => transaction.addEventListener('complete', resolve));
  db.close();
}
