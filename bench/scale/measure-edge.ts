import { setTimeout as pause } from 'node:timers/promises';
import { gatherAtLarge } from '../load/crowd-at-large.ts';
import { rounded, table } from '../figures.ts';
import { Puller } from '../load/puller.ts';
import { someContent } from '../server-data.ts';
import { firstLoad } from './first-load.ts';
import { openHall, textWithTime } from './hall.ts';
import { Measures } from './measures.ts';
import { type Site, Sites } from './site.ts';

/** Numbers of people whose app is open. */
const halls = [500, 1_000, 2_000, 4_000, 8_000];
/** Numbers of posts in an event. */
const sizes = [1_000, 10_000, 100_000, 1_000_000];
const newcomers = 3;
const setup = { name: 'SQLite', database: 'sqlite', processes: 1 } as const;

interface Options {
  /** The duration of each measurement; below 4 the largest size is skipped. */
  readonly seconds: number;
}

/** Measures the limits of one process with SQLite in phones and in data; returns two tables. */
export async function measureEdge({ seconds }: Options): Promise<string> {
  const stepsIn = <T>(steps: readonly T[]): readonly T[] => (seconds < 4 ? steps.slice(0, -1) : steps);
  const inHall: string[][] = [];
  for (const phones of stepsIn(halls)) inHall.push(...(await withSite(phones, 300, (site) => hallRows(site, phones, seconds))));
  const ofSize: string[][] = [];
  for (const posts of stepsIn(sizes)) ofSize.push(await withSite(100, posts, (site) => sizeRow(site, posts, seconds)));
  return [
    table(
      [
        'phones, each asks when it is poked',
        'known to half',
        'to 99 %',
        'to all',
        'asked a second',
        'p99 of others',
        'of a core',
        'memory',
      ],
      inHall,
    ),
    table(
      [
        'posts of the event',
        '20 newest',
        'one post each',
        'sync, poked',
        'database',
        'first load',
        'processor for it',
        'until it is there',
      ],
      ofSize,
    ),
  ].join('\n\n');
}

async function withSite<T>(people: number, posts: number, work: (site: Site) => Promise<T>): Promise<T> {
  const sites = await Sites.prepare({ people, posts }, { postgres: false });
  try {
    const site = await sites.open(setup);
    try {
      return await work(site);
    } finally {
      await site.stop();
    }
  } finally {
    await sites.stop();
  }
}

/** Posts every ten seconds, and every second, while others request lists. */
async function hallRows(site: Site, phones: number, seconds: number): Promise<string[][]> {
  const { crowd, servers } = site;
  const [origin] = servers.origins as [string];
  const hall = await openHall(origin, crowd);
  const poster = await Puller.at(origin, crowd[0]!);
  const rows: string[][] = [];
  for (const every of [10, 1]) {
    const posts = Math.max(2, Math.round((seconds * 5) / every));
    const others = await gatherAtLarge({
      origins: servers.origins,
      members: crowd.slice(0, 25),
      writers: 0,
      seconds: posts * every,
      rate: 50,
    });
    const begun = performance.now();
    const cpu = await servers.cpu();
    const answered = others.go();
    for (let post = 0; post < posts; post += 1) {
      await poster.post(`${textWithTime()} ${someContent()}`, site.eventId);
      await pause(every * 1_000);
    }
    const { p99 } = await answered;
    const { received, p50, p99: late, last, pulls, failed } = await hall.received();
    const took = (performance.now() - begun) / 1_000;
    const [memory] = (await servers.memory()) as [number];
    const missing = posts * phones - received;
    rows.push([
      `${phones}, a post every ${every} s${failed + missing > 0 ? ` (${failed} asked in vain, ${missing} not received yet)` : ''}`,
      `${rounded(p50 / 1_000)} s`,
      `${rounded(late / 1_000)} s`,
      `${rounded(last / 1_000)} s`,
      rounded(pulls / took),
      `${rounded(p99)} ms`,
      `${Math.round(((await servers.cpu()) - cpu) / took / 1e4)} %`,
      `${rounded(memory)} MB`,
    ]);
  }
  await hall.close();
  return rows;
}

async function sizeRow(site: Site, posts: number, seconds: number): Promise<string[]> {
  const loaded = await joining(site);
  const measures = new Measures(site, seconds);
  const shown = ({ perSecond, ours }: { perSecond: number; ours: number }): string => `${rounded(perSecond)} (${rounded(ours)} µs)`;
  const newest = await measures.newest();
  const poked = await measures.poked();
  const written = await measures.posts();
  const size = await site.servers.gauge('event_companion_database_bytes');
  return [String(posts), shown(newest), shown(written), shown(poked), `${rounded(size / 1e6)} MB`, ...loaded];
}

/** Measures the complete load of a new device. */
async function joining({ servers, crowd }: Site): Promise<string[]> {
  const [origin] = servers.origins as [string];
  // The first load fills the server's cache.
  const { bytes } = await firstLoad(origin, crowd[0]!);
  const [begun, cpu] = [performance.now(), await servers.cpu()];
  for (let index = 1; index <= newcomers; index += 1) await firstLoad(origin, crowd[index]!);
  const used = ((await servers.cpu()) - cpu) / newcomers / 1_000;
  const took = (performance.now() - begun) / newcomers / 1_000;
  return [`${rounded(bytes / 1e6)} MB`, `${rounded(used)} ms`, `${rounded(took)} s`];
}
