import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { feedLinesByColumn, feedLinesByWindow } from '#contract/endpoints/core.ts';
import type { Photo } from '#contract/resources/photos.ts';
import { pageOfLine } from '#contract/rules/feed-tables.ts';
import { scopeOf } from '#contract/scope.ts';
import { type Config, loadConfig } from '#server/config.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { systemClock } from '#server/lib/clock.ts';
import { openConfiguredStore } from '#server/ops/configured-store.ts';
import { recordChanges } from '#server/services/feed/change-log.ts';
import { insertAccount } from '#server/store/accounts/accounts.ts';
import { readCounters } from '#server/store/feed/changes.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { insertMembership } from '#server/store/repositories/events/memberships.ts';
import { loadRows, rowStoreOf } from '#server/store/repositories/rows.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { dynamicScopes, type Store } from '#server/store/store.ts';
import { startPostgres } from '#tests/fixtures/databases/postgres-server.ts';
import { median, rounded, spread, table } from '../figures.ts';
import { gather, type Member } from '../load/crowd.ts';
import { fillPosts, someContent } from '../server-data.ts';
import { pull } from './first-load.ts';
import { Servers } from './servers.ts';
import { type FilledEvent, firstEvent } from './site.ts';

const size = { members: 50_000, posts: 200_000, photos: 20_000 };
/** Members that join between a load and a delta. */
const joined = 2_000;
/** Loads a second while 50,000 people arrive within two hours. */
const arrivals = size.members / (2 * 3_600);
const loads = 20;
/** Rows in one transaction. */
const portion = 2_000;
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
  const heading = `${size.members} members, ${size.posts} posts, ${size.photos} photos; medians of ${runs}`;
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
    const { eventId, crowd } = await withStore(env, fill);
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

async function withStore<T>(env: Record<string, string>, work: (store: Store, config: Config) => Promise<T>): Promise<T> {
  const config = loadConfig(env);
  const store = await openConfiguredStore(config);
  try {
    return await work(store, config);
  } finally {
    await store.close();
  }
}

/** Fills the first event of the demo; returns its id, and members with a session. */
async function fill(store: Store, config: Config): Promise<FilledEvent> {
  await seedDemo({ store, config, clock: systemClock });
  const eventId = await firstEvent(store);
  const crowd = await gather(store, config, eventId, loads);
  await admit(store, eventId, { count: size.members, name: 'guest' });
  await fillPosts(store, eventId, size.posts, { repliesPerThread: 4 });
  await fillPhotos(store, eventId);
  return { eventId, crowd };
}

/** Adds members without a session, with a change in the feed for each. */
async function admit(store: Store, eventId: number, { count, name }: { count: number; name: string }): Promise<void> {
  for (let from = 0; from < count; from += portion)
    await store.write(dynamicScopes(), async (trx) => {
      const ids: string[] = [];
      for (let index = from; index < Math.min(count, from + portion); index += 1) {
        const account = { email: `${name}-${index}@demo.example`, passwordHash: '-', activeEventId: eventId, now: systemClock.now() };
        const userId = (await insertAccount(trx, account))!;
        await insertMembership(trx, userId, eventId);
        ids.push(participantId(eventId, userId));
      }
      const rows = [...(await loadRows(trx, 'participants', ids)).values()];
      const changes = rows.map((rowAfter) => ({ resource: 'participants', rowBefore: null, rowAfter }));
      await recordChanges(trx, changes, systemClock.now());
    });
}

async function fillPhotos(store: Store, eventId: number): Promise<void> {
  const members = await sqlOf(store.reading).selectFrom('memberships').select('user_id').where('event_id', '=', eventId).execute();
  for (let from = 0; from < size.photos; from += portion)
    await store.write(dynamicScopes(), async (trx) => {
      const scope = scopeOf.event(eventId);
      const order = (await readCounters(trx, [scope])).get(scope)?.number ?? 0;
      const rows = Array.from({ length: Math.min(portion, size.photos - from) }, (_, index): Photo => {
        const authorId = members[(from + index) % members.length]!.user_id;
        const description = someContent().slice(0, 60);
        const createdAt = new Date(systemClock.now()).toISOString();
        const url = `/images/photos/${v7()}.jpg`;
        return { id: v7(), version: 1, eventId, authorId, url, description, order: order + 1 + index, createdAt };
      });
      await rowStoreOf('photos').insert(trx, rows);
      await recordChanges(
        trx,
        rows.map((rowAfter) => ({ resource: 'photos', rowBefore: null, rowAfter })),
        systemClock.now(),
      );
    });
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
