import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Api, signInByApi } from '#tests/e2e/harness/api.ts';
import { phone } from '#tests/e2e/harness/device.ts';
import { expectLevel } from '#tests/e2e/harness/expectations.ts';
import { EventServer } from '#tests/e2e/harness/server.ts';
import { launchBrowser } from '#tests/setup/launch.ts';
import { rounded, table } from '../figures.ts';
import { bigEvent, fillBigEvent, withStore } from '../scale/big-event.ts';
import { longestTask, type Task } from '../phone/longest-task.ts';
import { type Day, visitOf } from '../phone/visit-of-everything.ts';

/** The phone's processor is slower than this one by this factor. */
const slowdown = 6;
/** Chromium's settings for a phone with little memory; V8 gives a quarter of 1,500 MB to old objects on such a phone. */
const littleMemory = ['--enable-low-end-device-mode', '--js-flags=--max-old-space-size=375'];
/** The longest task (ms) that a person does not notice as a pause. */
const limit = 200;
/** Time (ms) that is after the last task of a step. */
const quiet = 1_000;
const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
/** Content that the event has besides its long lists. */
const extra = { entries: 400, replies: 300 };

interface Options {
  /** Members of the event; its posts and photos are in proportion. */
  readonly members?: number | undefined;
  /** The folder for the trace of each step. */
  readonly profileDir?: string | undefined;
}

interface Pass {
  readonly isSlowed: boolean;
  readonly profileDir: string | undefined;
}

/** The longest task of each step, and the memory (MB) and held posts at the end of a visit. */
interface Visited {
  readonly tasks: ReadonlyMap<string, Task>;
  readonly heap: number;
  readonly renderers: number;
  readonly notes: readonly string[];
}

/**
 * Measures the longest task of the main thread while a member of a very big event opens, scrolls and searches everything on a phone.
 * Processor time is measured without the slowdown and multiplied, because other processes share the processor. Returns a table.
 */
export async function measureBigPhone({ members = bigEvent.members, profileDir }: Options): Promise<string> {
  const share = members / bigEvent.members;
  const size = { members, posts: bigEvent.posts * share, photos: bigEvent.photos * share };
  const server = new EventServer(
    { ROWS_PER_HOUR: '100000', ROWS_PER_PERSON: '100000' },
    mkdtempSync(join(tmpdir(), 'event-companion-phone-')),
  );
  const browser = await launchBrowser(littleMemory);
  try {
    await withStore({ DATA_DIR: server.dataDir }, (store, config) => fillBigEvent(store, config, { ...size, visitors: 0 }));
    showDemoPictures(server);
    await server.start();
    const [orga, ben] = await Promise.all([signInByApi(server, 'orga'), signInByApi(server, 'ben')]);
    await addEntries(orga);
    const passes: Visited[] = [];
    for (const isSlowed of [false, true]) {
      const day: Day = { thread: await addThread(ben), post: (content) => post(ben, content) };
      passes.push(await visit(browser, server, day, { isSlowed, profileDir: isSlowed ? undefined : profileDir }));
    }
    const [free, slowed] = passes as [Visited, Visited];
    const rows = [...free.tasks].map(([name, { processor, wall }]) => {
      const ms = [processor * slowdown, wall * slowdown, slowed.tasks.get(name)?.wall ?? 0];
      return [name, ...ms.map((one) => `${rounded(one)}${one > limit ? ' (!)' : ''}`)];
    });
    const head = [
      `longest task in ms; ${size.members} members, ${size.posts} posts, ${size.photos} photos`,
      `processor × ${slowdown}`,
      `wall × ${slowdown}`,
      `wall, slowed ${slowdown}×`,
    ];
    const memory = passes.map(({ heap, renderers }) => `heap ${rounded(heap)} MB, renderer processes ${rounded(renderers)} MB`);
    return [table(head, rows), ...new Set([...free.notes, ...memory])].join('\n');
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function visit(browser: Browser, { origin }: EventServer, day: Day, { isSlowed, profileDir }: Pass): Promise<Visited> {
  const context = await browser.newContext(phone({ baseURL: origin, worker: true, deviceScaleFactor: 2 }));
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  if (isSlowed) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const tasks = new Map<string, Task>();
  const notes: string[] = [];
  for (const [name, act] of visitOf(day)) {
    await browser.startTracing(page, { categories });
    await act(page);
    await page.waitForTimeout(isSlowed ? 2 * quiet : quiet);
    const trace = await browser.stopTracing();
    tasks.set(name, longestTask(trace));
    if (profileDir !== undefined) writeFileSync(join(profileDir, `${tasks.size}.json`), trace);
    if (name.startsWith('idle')) notes.push(`${name}: ${await heldPosts(page)} posts on the device`);
  }
  await expectLevel(page);
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const renderers = await memoryOfRenderers(browser);
  await context.close();
  return { tasks, heap: usedSize / 1e6, renderers, notes };
}

/** Gives each photo one of the demo's pictures, because the added ones have no file. */
function showDemoPictures(server: EventServer): void {
  const shown = 12;
  const urls = server.query<{ url: string }>(`select url from photos order by "order" limit ${shown}`).map(({ url }) => url);
  for (const [index, url] of urls.entries()) server.change(`update photos set url = ? where "order" % ${urls.length} = ?`, url, index);
}

async function addEntries(orga: Api): Promise<void> {
  const hour = 3_600_000;
  const begin = Math.floor(Date.now() / hour) * hour;
  for (let index = 0; index < extra.entries; index += 1) {
    const startsAt = begin + (index % 50) * hour;
    const [startDate, endDate] = [startsAt, startsAt + hour].map((at) => new Date(at).toISOString());
    const place = `Hall ${Math.floor(index / 50) + 1}`;
    await created(orga, '/api/event/1/schedule', { title: `Talk ${index} of ${place}`, locationName: place, startDate, endDate });
  }
}

/** Returns the id of a thread that is longer than its window. */
async function addThread(ben: Api): Promise<string> {
  const thread = await post(ben, 'Who saw the kingfisher at the pier?');
  for (let index = 0; index < extra.replies; index += 1) await post(ben, `Reply ${index}: there, behind the boats, all morning.`, thread);
  return thread;
}

const post = (api: Api, content: string, replyToId: string | null = null): Promise<string> =>
  created(api, '/api/post', { content, replyToId });

async function created(api: Api, path: string, body: object): Promise<string> {
  const answer = await api.call('POST', path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: string }).id;
}

/** Returns the number of posts in IndexedDB. */
const heldPosts = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((each) => /^event-companion-\d+/.test(each.name ?? ''))!;
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name!);
      request.addEventListener('success', () => resolve(request.result));
    });
    const request = db.transaction('posts').objectStore('posts').count();
    await new Promise((resolve) => request.addEventListener('success', resolve));
    db.close();
    return request.result;
  });

/** Returns the resident memory (MB) of the browser's renderer processes; 0 where the system does not list it. */
async function memoryOfRenderers(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  let kilobytes = 0;
  for (const { type, id } of processInfo) if (type === 'renderer') kilobytes += residentKilobytes(id);
  return kilobytes / 1_000;
}

function residentKilobytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
