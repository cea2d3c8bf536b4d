import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { median, medians, ratio, rounded, table } from '../figures.ts';
import { fillPosts } from '../server-data.ts';
import { isInstalled, rawFloor, reactFloor, serveFloor } from '../limits/start-floor.ts';
import { floorCount, floorPost } from '../limits/start-floor-data.ts';
import { launch, type Start, startOnce } from '../start-once.ts';
import { until } from '../until.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { openStore } from '#server/store/store.ts';
import { workerReady, signInByForm } from '#tests/e2e/harness/people.ts';
import { EventServer } from '#tests/e2e/harness/server.ts';

const posts = floorCount;
const appDir = join(dirname(dirname(import.meta.dirname)), 'dist', 'app');

/** An installed app: its browser profile, its origin, and the text of its main content. */
interface Installed {
  readonly profile: string;
  readonly origin: string;
  readonly content: string;
}

/** Other screens for cold starts. */
interface Screens {
  readonly app: Installed;
  readonly others: readonly { readonly name: string; readonly path: string; readonly content: string }[];
}

/** Measures the start of the installed app without a server, on a slowed CPU, in a new browser; returns a table. */
export async function measureStart({ runs, profileDir }: { runs: number; profileDir: string | undefined }): Promise<string> {
  const profiles = mkdtempSync(join(tmpdir(), 'event-companion-start-'));
  try {
    const { app, others } = await installApp(join(profiles, 'app'));
    const floor = await installFloor(join(profiles, 'floor'), rawFloor);
    const react = await installFloor(join(profiles, 'react'), await reactFloor());
    const starts = { app: [] as Start[], floor: [] as Start[], react: [] as Start[] };
    const elsewhere = new Map<string, number[]>(others.map(({ name }) => [name, []]));
    // The first start does not count: the browser prepares a new profile at its second start.
    for (let run = 0; run <= runs; run += 1) {
      const [ours, least, framework] = [await startOnce(app), await startOnce(floor), await startOnce(react)];
      if (run === 0) continue;
      starts.app.push(ours);
      starts.floor.push(least);
      starts.react.push(framework);
      for (const { name, ...screen } of others) elsewhere.get(name)?.push((await startOnce({ ...app, ...screen })).live);
    }
    if (profileDir !== undefined) await startOnce({ ...app, profileFile: join(profileDir, 'start.cpuprofile') });
    return report(starts, elsewhere);
  } finally {
    rmSync(profiles, { recursive: true, force: true });
  }
}

function report(
  { app: ours, floor, react }: Record<'app' | 'floor' | 'react', readonly Start[]>,
  elsewhere: ReadonlyMap<string, readonly number[]>,
): string {
  const figures = (list: readonly Start[]) =>
    medians(list.map(({ firstPaint, seen, live, slowdown }) => ({ firstPaint, seen, live, slowdown })));
  const [our, least, framework] = [figures(ours), figures(floor), figures(react)];
  const row = (name: string, field: 'firstPaint' | 'seen' | 'live'): string[] => [
    name,
    `${rounded(our[field])} ms`,
    `${rounded(least[field])} ms`,
    ratio(our[field], least[field]),
    `${rounded(framework[field])} ms`,
    ratio(our[field], framework[field]),
  ];
  return table(
    [`offline start, CPU slowed (${our.slowdown.toFixed(1)}× as measured)`, 'ours', 'static page', 'ratio', 'React + Dexie', 'ratio'],
    [
      row('first paint', 'firstPaint'),
      row('main content seen', 'seen'),
      row('main content live', 'live'),
      ...[...elsewhere].map(([name, live]) => [
        `${name} live`,
        `${rounded(median(live))} ms`,
        '–',
        ratio(median(live), least.live),
        '–',
        ratio(median(live), framework.live),
      ]),
      // A slow start also loads code for later when the browser is idle: the minimum is the required code.
      ['script files until then, gzip', `${rounded(Math.min(...ours.map(({ scripts }) => gzippedSize(scripts))))} kB`, '–', '–', '–', '–'],
    ],
  );
}

/** Signs in and waits until the device has everything: the service worker, its files, all posts. */
async function installApp(profile: string): Promise<Screens> {
  const server = new EventServer();
  const context = await launch(profile);
  try {
    await server.start();
    const content = await withManyPosts(server);
    const page = context.pages()[0]!;
    await page.goto(server.origin);
    await signInByForm(page, 'anna');
    await workerReady(page);
    await until(page, holdsPosts, posts);
    await until(page, keepsSnapshotWith, content);
    // Chromium writes to the disk seconds later.
    await page.waitForTimeout(5_000);
    const [photo] = server.query<{ description: string }>(
      'select description from photos where description <> \'\' order by "order" desc limit 1',
    );
    // The schedule begins at the entry that is on now.
    const [entry] = server.query<{ title: string }>(
      "select title from schedule_entries where start_date <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now') order by start_date desc limit 1",
    );
    const others = [
      { name: 'chat', path: '/#/chat', content },
      { name: 'schedule', path: '/#/schedule', content: entry!.title },
      { name: 'photos', path: '/#/pictures', content: photo!.description },
    ];
    return { app: { profile, origin: server.origin, content }, others };
  } finally {
    await context.close();
    await server.dispose();
  }
}

async function installFloor(profile: string, script: string): Promise<Installed> {
  const { origin, close } = await serveFloor(script);
  const context = await launch(profile);
  try {
    const page = context.pages()[0]!;
    await page.goto(origin);
    await page.waitForFunction(isInstalled, undefined, { timeout: 60_000 });
    return { profile, origin, content: floorPost };
  } finally {
    await context.close();
    await close();
  }
}

/** Adds posts; returns the text of the newest one, which the home screen shows. */
async function withManyPosts({ dataDir }: EventServer): Promise<string> {
  const store = await openStore({ path: join(dataDir, 'event-companion.db') });
  await fillPosts(store, 1, posts);
  const { content } = await sqlOf(store.reading)
    .selectFrom('posts')
    .select('content')
    .orderBy('order', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await store.close();
  return content;
}

/** Runs in the page. */
async function holdsPosts(expected: number): Promise<boolean> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve) => {
      request.addEventListener('success', () => resolve(request.result));
    });
  const name = (await indexedDB.databases()).find(({ name }) => /^event-companion-\d+$/.test(name ?? ''))?.name;
  if (name === undefined) return false;
  const db = await done(indexedDB.open(name));
  const count = await done(db.transaction('posts').objectStore('posts').count());
  db.close();
  return count >= expected;
}

/** Runs in the page. */
async function keepsSnapshotWith(text: string): Promise<boolean> {
  const page = await caches.match('/', { cacheName: 'start-page' });
  return page !== undefined && (await page.text()).includes(text);
}

/** Returns the compressed size (kB) of the built app's scripts among these paths. */
function gzippedSize(paths: readonly string[]): number {
  const files = new Set(readdirSync(appDir, { recursive: true }).map((file) => `/${String(file)}`));
  const sizes = paths.filter((path) => files.has(path)).map((path) => gzipSync(readFileSync(join(appDir, path)), { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000;
}
