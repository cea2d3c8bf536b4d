import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { feedLinesByColumn, feedLinesByWindow } from '#contract/endpoints/core.ts';
import { pageOfLine } from '#contract/rules/feed-tables.ts';
import { startPostgres } from '#tests/fixtures/databases/postgres-server.ts';
import { median, rounded, spread, table } from '../figures.ts';
import type { Member } from '../load/crowd.ts';
import { admit, bigEvent, fillBigEvent, withStore } from './big-event.ts';
import { pull } from './first-load.ts';
import { Servers } from './servers.ts';

/** Members that join between a load and a delta. */
const joined = 2_000;
/** Loads a second while 50,000 people arrive within two hours. */
const arrivals = bigEvent.members / (2 * 3_600);
const loads = 20;
/** Bits per second at a crowded venue. */
const line = 400_000;

interface Load {
  /** Compressed, as on the wire. */
  readonly bytes: number;
  readonly rows: number;
  readonly cursor: string;
}

/** Measures the first load of a very big event at its doors, of a whole mirror and of a windowed one; returns a table. */
export async function measureDoors({ runs }: { runs: number }): Promise<string> {
  const rows = [...(await measureOn('SQLite', runs)), ...(await measureOn('PostgreSQL', runs))];
  const heading = `${bigEvent.members} members, ${bigEvent.posts} posts, ${bigEvent.photos} photos; medians of ${runs}`;
  return table([heading, 'rows', 'kB, gzip', 's at 400 kbit/s', 'ms of a server core', 'cores at the doors'], rows);
}

async function measureOn(database: 'SQLite' | 'PostgreSQL', runs: number): Promise<string[][]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'event-companion-doors-'));
  const postgres = database === 'PostgreSQL' ? await startPostgres() : null;
  await postgres?.create('doors');
  const env = { DATA_DIR: dataDir, ...(postgres && { DATABASE_URL: postgres.urlOf('doors') }) };
  const served = async <T>(work: (servers: Servers) => Promise<T>): Promise<T> => {
    // A folder for each start, because the address is read from the log.
    const servers = await Servers.start(1, env, mkdtempSync(join(dataDir, 'logs-')));
    try {
      return await work(servers);
    } finally {
      await servers.stop();
    }
  };
  try {
    const { eventId, crowd } = await withStore(env, (store, config) => fillBigEvent(store, config, { ...bigEvent, visitors: loads }));
    const { whole, windowed, cursors } = await served(async (servers) => ({
      whole: await measured(servers, { runs, times: 1 }, (origin) => load(origin, crowd[0]!, feedLinesByColumn)),
      windowed: await measured(servers, { runs, times: loads }, (origin, turn) => load(origin, crowd[turn]!, feedLinesByWindow)),
      cursors: await Promise.all(crowd.map(async (member) => (await load(servers.origins[0]!, member, feedLinesByWindow)).cursor)),
    }));
    await withStore(env, (store) => admit(store, eventId, { count: joined, name: 'latecomer' }));
    const deltas = await served((servers) =>
      measured(servers, { runs, times: loads }, (origin, turn) => load(origin, crowd[turn]!, feedLinesByWindow, cursors[turn])),
    );
    return [
      rowOf(`${database}: whole`, whole),
      rowOf(`${database}: windowed`, windowed),
      rowOf(`${database}: windowed, ${joined} joins later`, deltas),
    ];
  } finally {
    await postgres?.stop();
    rmSync(dataDir, { recursive: true });
  }
}

interface Times {
  readonly runs: number;
  /** Loads in a run, one after another. */
  readonly times: number;
}

interface Measured extends Load {
  /** Processor time (ms) of the server for a load, in each run. */
  readonly work: readonly number[];
}

async function measured(
  servers: Servers,
  { runs, times }: Times,
  once: (origin: string, turn: number) => Promise<Load>,
): Promise<Measured> {
  const [origin] = servers.origins as [string];
  // The first load fills the caches of the server.
  let last = await once(origin, 0);
  const work: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const before = await servers.cpu();
    for (let turn = 0; turn < times; turn += 1) last = await once(origin, turn);
    work.push(((await servers.cpu()) - before) / 1_000 / times);
  }
  return { ...last, work };
}

function rowOf(name: string, { rows, bytes, work }: Measured): string[] {
  const seconds = (bytes * 8) / line;
  const cores = (median(work) / 1_000) * arrivals;
  return [name, String(rows), rounded(bytes / 1_000), rounded(seconds), spread(work), cores.toFixed(2)];
}

/** Loads everything after `cursor`, like a device. */
async function load(origin: string, member: Member, accept: string, cursor?: string): Promise<Load> {
  const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  const { text, bytes } = await pull(`${origin}/api/sync?piecewise=1${query}`, member, accept);
  const lines = text.split('\n').filter((one) => one !== '');
  const pages = lines.map((one) => pageOfLine(JSON.parse(one)));
  const rows = pages.reduce((sum, page) => sum + page.changes.length + (page.with?.length ?? 0), 0);
  return { bytes, rows, cursor: pages.at(-1)!.cursor };
}
