import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { signIn, workerReady } from '#tests/e2e/harness/people.ts';
import { EventServer } from '#tests/e2e/harness/server.ts';
import { launchOptions } from '#tests/setup/launch.ts';
import { median, rounded, table } from '../figures.ts';
import { isInstalled, reactFloor, serveFloor } from '../limits/start-floor.ts';
import { until } from '../until.ts';

const categories = ['performance', 'accessibility', 'best-practices'] as const;

/** Screens by person; the first is the sign-in of a new device. */
const screens = [
  { person: null, path: '/home' },
  ...(['/home', '/schedule', '/chat', '/pictures', '/meetups', '/announcements'] as const).map((path) => ({
    person: 'anna' as const,
    path,
  })),
  ...(['/admin/general', '/admin/feedback'] as const).map((path) => ({ person: 'orga' as const, path })),
];

/** The parts of a result of Lighthouse that are read here; its package is installed when it is first needed. */
interface Result {
  readonly lhr: {
    readonly environment: { readonly benchmarkIndex: number };
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
    readonly audits: Readonly<
      Record<
        string,
        {
          readonly title: string;
          readonly score: number | null;
          readonly displayValue?: string;
          readonly numericValue?: number;
          readonly scoreDisplayMode: string;
          readonly details?: { readonly items?: readonly { readonly node?: { readonly snippet: string } }[] };
        }
      >
    >;
  };
}
type Lighthouse = (url: string, flags: object) => Promise<Result | undefined>;

/** A page, and the state of the device that starts it. */
interface Start {
  readonly name: string;
  readonly url: string;
  readonly prepare: (page: Page) => Promise<void>;
}

/**
 * Runs Lighthouse with its own phone profile (a processor slowed four times, a slow 4G) for each screen; returns a table of medians. The
 * first row is a page of React and Dexie alone: its score is the limit on this machine, whose processes compete for few cores.
 */
export async function measureLighthouse({ runs }: { runs: number }): Promise<string> {
  const lighthouse = await load();
  const server = new EventServer();
  const floor = await serveFloor(await reactFloor());
  const rows: string[][] = [];
  try {
    await server.start();
    const floorStart = { name: 'React + Dexie, one list', url: floor.origin, prepare: (page: Page) => installFloor(page, floor.origin) };
    for (const start of [floorStart, ...screens.map((screen) => startOf(screen, server.origin))]) {
      const results: Result['lhr'][] = [];
      for (let run = 0; run < runs; run += 1) results.push(await measureOnce(lighthouse, start));
      const scores = categories.map((category) =>
        median(results.map((result) => Math.round((result.categories[category]?.score ?? 0) * 100))),
      );
      const shift = median(results.map(({ audits }) => Number(audits['cumulative-layout-shift']?.displayValue ?? 0)));
      const shown = results[0]?.audits['largest-contentful-paint']?.displayValue ?? '';
      const blocked = median(results.map(({ audits }) => audits['total-blocking-time']?.numericValue ?? 0));
      const index = median(results.map(({ environment }) => environment.benchmarkIndex));
      rows.push([start.name, ...scores.map(String), String(shift), shown, `${rounded(blocked)} ms`, rounded(index)]);
      console.error(`${rows.at(-1)?.join(' | ')}: ${faultsOf(results).join('; ') || 'no failed audit'}`);
    }
  } finally {
    await floor.close();
    await server.dispose();
  }
  return table(
    [`Lighthouse, phone, median of ${runs}`, ...categories, 'layout shift', 'largest paint', 'blocking time', 'speed of the machine'],
    rows,
  );
}

/** Returns the failed audits of accessibility and best practices with their elements. */
function faultsOf(results: readonly Result['lhr'][]): string[] {
  const failed = results.flatMap(({ audits }) =>
    Object.values(audits)
      .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
      .map(({ title, details }) => [title, ...(details?.items ?? []).flatMap(({ node }) => node?.snippet ?? [])].join(' ')),
  );
  return [...new Set(failed)];
}

function startOf({ person, path }: (typeof screens)[number], origin: string): Start {
  return {
    name: `${path} (${person ?? 'signed out'})`,
    url: `${origin}/#${path}`,
    // Measures a start of somebody whose device has everything, as every start but the first.
    prepare: async (page) => {
      if (person === null) return;
      await signIn(page, person);
      await workerReady(page);
      await until(page, isSettled, undefined);
    },
  };
}

async function installFloor(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.waitForFunction(isInstalled, undefined, { timeout: 60_000 });
}

async function measureOnce(lighthouse: Lighthouse, { name, url, prepare }: Start): Promise<Result['lhr']> {
  const profile = mkdtempSync(join(tmpdir(), 'event-companion-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions([`--remote-debugging-port=${port}`]),
    baseURL: new URL(url).origin,
    locale: 'en-GB',
  });
  try {
    const page = await context.newPage();
    await prepare(page);
    await page.close();
    const result = await lighthouse(url, { port, logLevel: 'error', disableStorageReset: true, onlyCategories: categories });
    if (!result) throw new Error(`no result for ${name}`);
    return result.lhr;
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Runs in the page: returns whether the device is up to date and has the snapshot of its home screen. */
async function isSettled(): Promise<boolean> {
  const isKept = (await caches.match('/', { cacheName: 'start-page' })) !== undefined;
  return isKept && document.documentElement.dataset['engine'] === 'level';
}

async function load(): Promise<Lighthouse> {
  const folder = join(dirname(import.meta.dirname), 'lighthouse');
  if (!existsSync(join(folder, 'node_modules'))) {
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error('npm ci of bench/lighthouse failed');
  }
  const path = join(folder, 'node_modules/lighthouse/core/index.js');
  return ((await import(path)) as { default: Lighthouse }).default;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
