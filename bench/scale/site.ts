import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadConfig } from '#server/config.ts';
import { systemClock } from '#server/lib/clock.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import type { Store } from '#server/store/store.ts';
import { openConfiguredStore } from '#server/ops/configured-store.ts';
import { type PostgresServer, startPostgres } from '#tests/fixtures/databases/postgres-server.ts';
import { gather, type Member } from '../load/crowd.ts';
import { fillPosts } from '../server-data.ts';
import { databaseUsage, type DatabaseUsage } from './database-usage.ts';
import { Servers } from './servers.ts';

export interface Size {
  readonly people: number;
  readonly posts: number;
}

/** The setup of a site: one process with SQLite, or several on one PostgreSQL. */
export interface Setup {
  readonly name: string;
  readonly database: 'sqlite' | 'postgres';
  readonly processes: number;
}

/** The event of a site, and its members with a session. */
export interface FilledEvent {
  readonly eventId: number;
  readonly crowd: readonly Member[];
}

/** Servers on fresh data. */
export interface Site extends FilledEvent {
  readonly servers: Servers;
  /** Null if the database is part of the server. */
  databaseUsage(): Promise<DatabaseUsage | null>;
  stop(): Promise<void>;
}

/** The same event for every site: created once for each kind of database, and copied. PostgreSQL is durable, like SQLite. */
export class Sites {
  readonly #folder: string;
  readonly #postgres: PostgresServer | null;
  readonly #events: Record<Setup['database'], FilledEvent>;
  #made = 0;

  private constructor(folder: string, postgres: PostgresServer | null, events: Record<Setup['database'], FilledEvent>) {
    this.#folder = folder;
    this.#postgres = postgres;
    this.#events = events;
  }

  /** Prepares data of this size; only for SQLite if `postgres` is false. */
  static async prepare(size: Size, { postgres: isWanted } = { postgres: true }): Promise<Sites> {
    const folder = mkdtempSync(join(tmpdir(), 'event-companion-scale-'));
    const dataDir = join(folder, 'prepared');
    mkdirSync(dataDir);
    const sqlite = await fill(size, { DATA_DIR: dataDir });
    if (!isWanted) return new Sites(folder, null, { sqlite, postgres: { eventId: 0, crowd: [] } });
    const postgres = await startPostgres({ durable: true });
    await postgres.create('prepared');
    const filled = await fill(size, { DATA_DIR: dataDir, DATABASE_URL: postgres.urlOf('prepared') });
    await forgetIdentity(postgres.urlOf('prepared'));
    return new Sites(folder, postgres, { sqlite, postgres: filled });
  }

  /** Returns the URL of an empty database for the limit line. */
  async emptyDatabase(): Promise<string> {
    await this.#server.create('bare');
    return this.#server.urlOf('bare');
  }

  /** Returns a copy of the data directory, with the event in SQLite. */
  copy(name: string): string {
    const dataDir = join(this.#folder, name);
    cpSync(join(this.#folder, 'prepared'), dataDir, { recursive: true });
    return dataDir;
  }

  async open({ database, processes }: Setup): Promise<Site> {
    const name = `site_${(this.#made += 1)}`;
    const dataDir = this.copy(name);
    const url = database === 'postgres' ? this.#server.urlOf(name) : null;
    if (url !== null) await this.#server.create(name, 'prepared');
    const servers = await Servers.start(processes, { DATA_DIR: dataDir, ...(url !== null && { DATABASE_URL: url }) }, dataDir);
    return {
      servers,
      ...this.#events[database],
      databaseUsage: async () => (url === null ? null : databaseUsage(url)),
      stop: async () => {
        await servers.stop();
        if (url !== null) await this.#server.drop(name);
        rmSync(dataDir, { recursive: true });
      },
    };
  }

  get #server(): PostgresServer {
    if (this.#postgres === null) throw new TypeError('these are for SQLite alone');
    return this.#postgres;
  }

  async stop(): Promise<void> {
    await this.#postgres?.stop();
    rmSync(this.#folder, { recursive: true });
  }
}

async function fill({ people, posts }: Size, env: Record<string, string>): Promise<FilledEvent> {
  const config = loadConfig(env);
  const store = await openConfiguredStore(config);
  try {
    await seedDemo({ store, config, clock: systemClock });
    const eventId = await firstEvent(store);
    await fillPosts(store, eventId, posts);
    return { eventId, crowd: await gather(store, config, eventId, people) };
  } finally {
    await store.close();
  }
}

/** Returns the first event; PostgreSQL leaves out ids that a lost backup might have given. */
export async function firstEvent(store: Store): Promise<number> {
  const { id } = await sqlOf(store.reading).selectFrom('events').select('id').orderBy('id').executeTakeFirstOrThrow();
  return id;
}

/** Deletes the identity, because a server would treat the copy as a restored backup and end its sessions. */
async function forgetIdentity(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("delete from meta where name = 'identity'");
  await client.end();
}
