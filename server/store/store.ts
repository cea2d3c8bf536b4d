import { randomUUID } from 'node:crypto';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { type Reading, readingBy, type TouchedScopes, type Writing, writingBy } from './engine/handles.ts';
import { callerTables } from './engine/caller-tables.ts';
import { readMigrations } from './engine/migrations.ts';
import { hasNews, type News, noNewsYet } from './engine/news.ts';
import type { Schema } from './engine/schema.ts';
import { scrub } from './engine/scrub.ts';
import { type Given, statement } from './engine/statement.ts';
import { openSqlite } from './engine/sqlite.ts';
import { untilUnlocked } from './engine/until-unlocked.ts';

export type { News } from './engine/news.ts';
export type { Reading, Writing } from './engine/handles.ts';
export { type StoreFailure, storeFailureOf } from './engine/failures.ts';

/** The database, to everybody outside `server/store`: they say where a transaction begins and ends, and functions of the store what happens in it. */
export interface Store {
  /** Where one statement is enough: each sees what is committed when it runs. */
  readonly reading: Reading;
  /** Everything that `work` reads is of one moment. */
  read<T>(work: (db: Reading) => Promise<T>): Promise<T>;
  /**
   * Everything that `work` writes is committed when this resolves, or nothing is. While another process holds the lock, up to two seconds,
   * `work` is run again from its start: it must leave nothing behind where it fails, and must not write by another `write`. Throws what `work`
   * and the database throw, see `storeFailureOf`.
   */
  write<T>(scopes: TouchedScopes, work: (trx: Writing) => Promise<T>): Promise<T>;
  /** Calls `heard` with what each `write` brings once it is committed, where it brings anything. Gives what ends that. */
  onNews(heard: (news: News) => void): () => void;
  /** Calls `heard` with whose session, account, membership or opt-in a statement of this process changes, at once, committed or not. */
  onCallerChange(heard: (userId: number) => void): void;
  /** Another number after each commit of another process, by the next turn of the event loop. */
  outsideVersion(): number;
  /** Another text once anything may read differently than before; what was read since it was that is as it is now. */
  state(): string;
  /** Makes unreadable, in the files too, what was deleted for those who left for good. Reads go on, writes wait. */
  scrub(): Promise<void>;
  /** Whether the database answers with what is stored in it. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** A file, or `:memory:`. */
  readonly path: string;
  /** How long (ms) a statement waits for another process, and this whole process with it; a server takes it short, see `Store.write`. */
  readonly lockWait?: number;
}

/**
 * Opens the database at `path`, creates it where it is not there, and brings its tables up to date.
 * Throws what the database throws: a path that cannot be written, a damaged file, a migration that failed.
 */
export async function openStore({ path, lockWait = 2_000 }: StoreOptions): Promise<Store> {
  const { dialect, watch, outsideVersion, state } = openSqlite(path, lockWait);
  const db = new Kysely<Schema>({ dialect });
  try {
    await untilUnlocked(() => migrate(db));
    await untilUnlocked(() => ensureEpoch(db));
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const reading = readingBy(db);
  const awaitingNews = new Set<(news: News) => void>();
  const hearing: ((userId: number) => void)[] = [];
  for (const [table, column] of callerTables) watch(table, column, (userId) => hearing.forEach((heard) => heard(userId)));
  return {
    reading,
    read: (work) => db.transaction().execute((trx) => work(readingBy(trx))),
    async write(scopes, work) {
      const { result, news } = await untilUnlocked(async () => {
        const news = noNewsYet();
        return { result: await db.transaction().execute((trx) => work(writingBy(trx, scopes, news))), news };
      });
      if (hasNews(news)) for (const heard of awaitingNews) heard(news);
      return result;
    },
    onNews(heard) {
      awaitingNews.add(heard);
      return () => void awaitingNews.delete(heard);
    },
    onCallerChange: (heard) => void hearing.push(heard),
    outsideVersion,
    state,
    scrub: () => untilUnlocked(() => scrub(db)),
    ping: () =>
      readEpoch(reading).then(
        () => true,
        () => false,
      ),
    close: () => db.destroy(),
  };
}

async function migrate(db: Kysely<Schema>): Promise<void> {
  const { error } = await new Migrator({ db, provider: { getMigrations: readMigrations } }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** The epoch names this history of the database; a cursor of another one is worth nothing. */
async function ensureEpoch(db: Kysely<Schema>): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name: 'epoch', value: randomUUID() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

const metaOf = statement((db, given: Given<{ name: string }>) => db.selectFrom('meta').select('value').where('name', '=', given('name')));

/** Above this number rows begin with their versions: 0, or what a restore has put above all versions that were given out before it. */
export async function readVersionFloor(db: Reading): Promise<number> {
  const [found] = await metaOf(db, { name: 'version_floor' });
  return Number(found?.value ?? 0);
}

export async function readEpoch(db: Reading): Promise<string> {
  const [found] = await metaOf(db, { name: 'epoch' });
  if (!found) throw new TypeError('the database has no epoch');
  return found.value;
}
