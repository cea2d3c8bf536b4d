import type { Kysely } from 'kysely';
import pg from 'pg';
import * as z from 'zod';
import { chunksOf } from '../core/chunks.ts';
import { postgresTime } from '../core/dialect.ts';
import type { ChangedScope, News, PendingNews } from '../core/news.ts';
import { schemaNumber } from '../core/migrations.ts';
import type { Schema } from '../core/schema.ts';
import { connectionConfig } from './connections.ts';
import type { DatabaseClock } from './database-clock.ts';
import { shareSchema, shareUsage, shareAgreement } from './locks.ts';
import { runRaw } from './one-connection.ts';

const channel = 'event_companion';

/** A notification of PostgreSQL holds 8,000 bytes; a scope has up to 30, a session 36. */
const inOneNotice = 150;

/** In ms. */
const firstPause = 50;
const longestPause = 2_000;

/** How often (ms) the connection is checked by asking the time, and how long a lost one may take to listen again. */
const checkEvery = 5_000;

/** While the connection is lost, unknown changes are announced once in so many intervals; devices without pokes poll every 20 s anyway. */
const lossAnnouncedEvery = 4;

const timeQuery = `select ${postgresTime} as now`;

const names = z.array(z.string());
const notice = z.union([z.strictObject({ scopes: names }), z.strictObject({ ended: names })]);

/** Returns the texts of one or more notifications for these news. */
export function noticesOf({ scopes, endedSessions }: PendingNews): string[] {
  const parts = (all: Iterable<string>, noticeOf: (part: string[]) => z.infer<typeof notice>): string[] =>
    chunksOf([...all], inOneNotice).map((part) => JSON.stringify(noticeOf(part)));
  return [...parts(scopes, (part) => ({ scopes: part })), ...parts(endedSessions, (part) => ({ ended: part }))];
}

const unknownNews: News = { scopes: 'all', endedSessions: new Set() };

/** Any role of the database, or another version of this server, may notify here; foreign texts are treated as unknown changes. */
function newsIn(payload: string | undefined): News {
  const read = notice.safeParse(jsonOf(payload));
  if (!read.success) return unknownNews;
  return 'scopes' in read.data
    ? { scopes: new Set(read.data.scopes as ChangedScope[]), endedSessions: new Set() }
    : { scopes: new Set(), endedSessions: new Set(read.data.ended) };
}

function jsonOf(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends notifications that every process receives if the transaction commits. */
export async function notify(trx: Kysely<Schema>, notices: readonly string[]): Promise<void> {
  await runRaw(trx, `select pg_notify('${channel}', notice) from unnest($1::text[]) as notice`, [...notices]);
}

/** Receives the commits of all processes on a connection of its own, and measures the database's time. */
export class Listener {
  readonly #url: string;
  readonly #clock: DatabaseClock;
  readonly #onNews: (news: News) => void;
  readonly #patience: number;
  #client: pg.Client | null = null;
  #agreement: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** Runs while the connection is lost. */
  #lossTimer: NodeJS.Timeout | undefined;
  #stopped = false;

  /**
   * Keeps `clock` right. `onNews` receives all news; after a loss of the connection, and repeatedly during it, it receives `all`, because
   * other processes may still be writing.
   */
  constructor(url: string, clock: DatabaseClock, onNews: (news: News) => void, patience = checkEvery) {
    this.#url = url;
    this.#clock = clock;
    this.#onNews = onNews;
    this.#patience = patience;
  }

  /** Resolves when it listens and the clock is right. Waits while a process has the database exclusively. Throws database errors. */
  start(): Promise<void> {
    return this.#connect();
  }

  async #connect(patience?: number): Promise<void> {
    const client = new pg.Client(connectionConfig(this.#url));
    const lost = (): void => {
      if (this.#client !== client) return;
      this.#client = null;
      void client.end().catch(() => undefined);
      this.#lossTimer = setInterval(() => this.#onNews(unknownNews), lossAnnouncedEvery * this.#patience).unref();
      this.#reconnect(firstPause);
    };
    client.on('notification', ({ payload }) => this.#onNews(newsIn(payload)));
    client.on('error', lost);
    client.on('end', lost);
    let overdue: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      if (patience !== undefined) overdue = setTimeout(() => void client.end(), patience).unref();
      await shareUsage(client);
      await shareSchema(client, await schemaNumber());
      if (this.#agreement !== null) await shareAgreement(client, this.#agreement);
      await client.query(`listen ${channel}`);
      await this.#measureTime(client);
    } catch (error) {
      // A connection that does not listen must not stay open.
      await client.end();
      throw error;
    } finally {
      clearTimeout(overdue);
    }
    if (this.#stopped) return client.end();
    clearInterval(this.#lossTimer);
    this.#client = client;
    this.#watch(client, lost);
  }

  /** Returns whether the database answers on the listening connection, which has no queue. */
  answers(): Promise<boolean> {
    const answer = this.#client?.query('select 1') ?? Promise.reject(new Error('nobody listens'));
    return answer.then(
      () => true,
      () => false,
    );
  }

  /** See `Store.agree`. Uses this connection because it is open as long as the server runs. */
  agree(value: string): Promise<boolean> {
    this.#agreement = value;
    return this.#client === null ? Promise.reject(new Error('nobody listens')) : shareAgreement(this.#client, value);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#lossTimer);
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  #measureTime(client: pg.Client): Promise<void> {
    return this.#clock.measure(async () => (await client.query<{ now: number }>(timeQuery)).rows[0]!.now);
  }

  #watch(client: pg.Client, lost: () => void): void {
    this.#timer = setTimeout(() => {
      const silent = setTimeout(lost, this.#patience).unref();
      this.#measureTime(client)
        .then(() => {
          clearTimeout(silent);
          if (this.#client === client) this.#watch(client, lost);
        })
        .catch(lost);
    }, this.#patience).unref();
  }

  #reconnect(pause: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#connect(this.#patience).then(
        () => this.#stopped || this.#onNews(unknownNews),
        () => this.#reconnect(Math.min(longestPause, 2 * pause)),
      );
    }, pause).unref();
  }
}
