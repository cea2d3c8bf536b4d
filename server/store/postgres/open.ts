import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import type { Scope } from '../../../contract/scope.ts';
import { machineTimers, type Timers } from '../../timers.ts';
import { isWorthRepeating } from '../engine/failures.ts';
import { type Reading, readingBy, refuseUnsaid, sqlOf, type TouchedScopes, type Writing, writingBy } from '../engine/handles.ts';
import { answers } from '../engine/meta.ts';
import { Audience, type NewsToCome, noNewsYet } from '../engine/news.ts';
import type { Schema } from '../engine/schema.ts';
import type { Store } from '../engine/store.ts';
import { openPostgres } from './connections.ts';
import { Course } from './course.ts';
import { DatabaseClock } from './database-clock.ts';
import { Listener, noticesOf, notify } from './listener.ts';
import { giveLocksBack, takeLocks } from './locks.ts';
import { prepare } from './prepare.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host/database` */
  readonly url: string;
  /** Connections at most, beside the one that listens. */
  readonly connections?: number;
  /** What the time of the database is measured by; what passes on this machine where nothing is given. */
  readonly ticks?: Pick<Timers, 'now'>;
}

/** How often a write is done from its start before it is given up: each time somebody else has got on. */
const tries = 8;

/** Who asks whether the database answers is told within this time (ms) that it does not. */
const pingPatience = 2_000;

/** In ms; those who were in each other's way come back at different times. */
const longestPause = 20;

/**
 * The store on a PostgreSQL server that other processes share. A write reads as of one moment, and what others commit meanwhile to rows that it
 * writes too fails it: then it is done again. The counter of a scope is such a row, so that its numbers are given out in the order of their
 * commits, and whoever sees one sees all before it. That it seldom has to be done again is what the locks of its scopes are for, which it takes
 * before. Throws what the server throws.
 */
export async function openPostgresStore({ url, connections: most = 10, ticks = machineTimers }: PostgresOptions): Promise<Store> {
  await prepare(url);
  const { dialect, count } = openPostgres(url, most);
  const db = new Kysely<Schema>({ dialect });
  const audience = new Audience();
  const clock = new DatabaseClock(ticks);
  const listener = new Listener(url, clock, (news) => audience.tell(news));
  const course = new Course(db, url);
  try {
    await course.look();
    await listener.start();
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const reading = readingBy(db);
  let asked = 0;
  return {
    isShared: true,
    clock,
    reading,
    read: (work) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((trx) => work(readingBy(trx))),
    write: (scopes, work) => writeUntilDone(db, scopes, work),
    onNews: audience.join,
    // Of every statement of every process something may be a caller's: they are looked up each time.
    onCallerChange: () => undefined,
    outsideVersion: () => (asked += 1),
    state: async (db) => `${course.epoch} ${await snapshotOf(db)}`,
    history: () => course.look(),
    scrub: async () => void (await db.updateTable('erasures').set({ scrubbed: 1 }).where('scrubbed', '=', 0).execute()),
    ping: () => Promise.race([answers(reading), pause(pingPatience, false, { ref: false })]),
    figures: async () => ({ databaseBytes: await sizeOf(db), connections: count() }),
    async close() {
      await listener.stop();
      await db.destroy();
    },
  };
}

async function sizeOf(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return rows[0]!.bytes;
}

/** Which transactions are seen: the same text reads the same. */
async function snapshotOf(db: Reading): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(sqlOf(db));
  return rows[0]!.snapshot;
}

async function writeUntilDone<T>(db: Kysely<Schema>, scopes: TouchedScopes, work: (trx: Writing) => Promise<T>): Promise<T> {
  /** With what a run before this one has found, which others touch just now. */
  const likely = new Set<string>('known' in scopes ? scopes.known : scopes);
  const claim = (touched: Iterable<Scope>): void => {
    const all = [...touched];
    refuseUnsaid(scopes, all);
    for (const scope of all) likely.add(scope);
  };
  for (let tried = 1; ; tried += 1) {
    try {
      return await writeOnce(db, new Set(likely), claim, work);
    } catch (error) {
      if (tried === tries || !isWorthRepeating(error)) throw error;
      await pause(Math.random() * longestPause);
    }
  }
}

function writeOnce<T>(
  db: Kysely<Schema>,
  locked: ReadonlySet<string>,
  claim: Writing['claim'],
  work: (trx: Writing) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    try {
      await takeLocks(connection, locked);
      return await connection
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          const news = noNewsYet();
          const result = await work(writingBy(trx, { claim, news }));
          await tell(trx, news);
          return result;
        });
    } finally {
      // Where that cannot be said the connection is lost, and its locks with it.
      await giveLocksBack(connection).catch(() => undefined);
    }
  });
}

async function tell(trx: Kysely<Schema>, news: NewsToCome): Promise<void> {
  const notices = noticesOf(news);
  if (notices.length > 0) await notify(trx, notices);
}
