import type { Kysely } from 'kysely';
import pg from 'pg';
import * as z from 'zod/mini';
import type { Scope } from '../../../contract/scope.ts';
import { chunksOf } from '../core/chunks.ts';
import { postgresTime } from '../core/dialect.ts';
import type { News, NewsToCome } from '../core/news.ts';
import { schemaNumber } from '../core/migrations.ts';
import type { Schema } from '../core/schema.ts';
import { connectionConfig } from './connections.ts';
import type { DatabaseClock } from './database-clock.ts';
import { shareSchema, shareUse, shareWord } from './locks.ts';
import { say } from './one-connection.ts';

const channel = 'event_companion';

/** PostgreSQL takes 8,000 bytes in one notice: a scope has up to 30, a session 36. */
const inOneNotice = 150;

/** In ms. */
const firstPause = 50;
const longestPause = 2_000;

/** How often (ms) the connection is asked what time it is, and by that whether it is still there; and how long one that was lost may take to listen again. */
const lookEvery = 5_000;

/** Of so many such times, while it does not hear, anything may have happened in one: a device that nobody pokes asks every 20 s, too. */
const unheardLooks = 4;

const timeQuery = `select ${postgresTime} as now`;

const names = z.array(z.string());
const notice = z.union([z.strictObject({ scopes: names }), z.strictObject({ ended: names })]);

/** What is notified for these news: the text of one notice, or of several. */
export function noticesOf({ scopes, endedSessions }: NewsToCome): string[] {
  const parts = (all: Iterable<string>, noticeOf: (part: string[]) => z.infer<typeof notice>): string[] =>
    chunksOf([...all], inOneNotice).map((part) => JSON.stringify(noticeOf(part)));
  return [...parts(scopes, (part) => ({ scopes: part })), ...parts(endedSessions, (part) => ({ ended: part }))];
}

const anything: News = { scopes: 'all', endedSessions: new Set() };

/** Every role of the database may notify here, and so may a version of this server that says it otherwise: of what is no notice of ours anything may have happened. */
function newsIn(payload: string | undefined): News {
  const read = notice.safeParse(jsonOf(payload));
  if (!read.success) return anything;
  return 'scopes' in read.data
    ? { scopes: new Set(read.data.scopes as Scope[]), endedSessions: new Set() }
    : { scopes: new Set(), endedSessions: new Set(read.data.ended) };
}

function jsonOf(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Heard by every process once the transaction is committed, and by none if it is not. */
export async function notify(trx: Kysely<Schema>, notices: readonly string[]): Promise<void> {
  await say(trx, `select pg_notify('${channel}', notice) from unnest($1::text[]) as notice`, [...notices]);
}

/** Hears what other processes commit, and this one, by a connection of its own, and what time it is. */
export class Listener {
  readonly #url: string;
  readonly #clock: DatabaseClock;
  readonly #heard: (news: News) => void;
  readonly #patience: number;
  #client: pg.Client | null = null;
  #word: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** Runs while it was lost and does not hear again. */
  #unheard: NodeJS.Timeout | undefined;
  #stopped = false;

  /**
   * `clock` is kept right. `heard` gets what is notified; after the connection was lost, and is there again, that anything may have happened, and
   * now and then until it is: others may have the database still.
   */
  constructor(url: string, clock: DatabaseClock, heard: (news: News) => void, patience = lookEvery) {
    this.#url = url;
    this.#clock = clock;
    this.#heard = heard;
    this.#patience = patience;
  }

  /** Resolves when it hears, and the clock is right. Waits for whoever has the database alone. Throws what the database throws. */
  start(): Promise<void> {
    return this.#connect();
  }

  async #connect(patience?: number): Promise<void> {
    const client = new pg.Client(connectionConfig(this.#url));
    const lost = (): void => {
      if (this.#client !== client) return;
      this.#client = null;
      void client.end().catch(() => undefined);
      this.#unheard = setInterval(() => this.#heard(anything), unheardLooks * this.#patience).unref();
      this.#again(firstPause);
    };
    client.on('notification', ({ payload }) => this.#heard(newsIn(payload)));
    client.on('error', lost);
    client.on('end', lost);
    let overdue: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      if (patience !== undefined) overdue = setTimeout(() => void client.end(), patience).unref();
      await shareUse(client);
      await shareSchema(client, await schemaNumber());
      if (this.#word !== null) await shareWord(client, this.#word);
      await client.query(`listen ${channel}`);
      await this.#askTime(client);
    } catch (error) {
      // One that is connected and does not listen would stay.
      await client.end();
      throw error;
    } finally {
      clearTimeout(overdue);
    }
    if (this.#stopped) return client.end();
    clearInterval(this.#unheard);
    this.#client = client;
    this.#watch(client, lost);
  }

  /** Whether the database answers by the connection that listens, for which nobody stands in line. */
  answers(): Promise<boolean> {
    const asked = this.#client?.query('select 1') ?? Promise.reject(new Error('nobody listens'));
    return asked.then(
      () => true,
      () => false,
    );
  }

  /** See `Store.agree`: said by its connection, since that is open for as long as its server runs. */
  agree(word: string): Promise<boolean> {
    this.#word = word;
    return this.#client === null ? Promise.reject(new Error('nobody listens')) : shareWord(this.#client, word);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#unheard);
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  #askTime(client: pg.Client): Promise<void> {
    return this.#clock.measure(async () => (await client.query<{ now: number }>(timeQuery)).rows[0]!.now);
  }

  #watch(client: pg.Client, lost: () => void): void {
    this.#timer = setTimeout(() => {
      const silent = setTimeout(lost, this.#patience).unref();
      this.#askTime(client)
        .then(() => {
          clearTimeout(silent);
          if (this.#client === client) this.#watch(client, lost);
        })
        .catch(lost);
    }, this.#patience).unref();
  }

  #again(pause: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#connect(this.#patience).then(
        () => this.#stopped || this.#heard(anything),
        () => this.#again(Math.min(longestPause, 2 * pause)),
      );
    }, pause).unref();
  }
}
