import { randomUUID } from 'node:crypto';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { Database, Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';
import { untilUnlocked } from './until-unlocked.ts';

export interface Store {
  readonly db: Database;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** A file, or `:memory:`. */
  readonly path: string;
  /** How long (ms) a statement waits for another process, and this whole process with it; a server takes it short, see `untilUnlocked`. */
  readonly lockWait?: number;
}

/**
 * Opens the database at `path`, creates it where it is not there, and brings its tables up to date.
 * Throws what the database throws: a path that cannot be written, a damaged file, a migration that failed.
 */
export async function openStore({ path, lockWait = 2_000 }: StoreOptions): Promise<Store> {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(path, lockWait) });
  try {
    await untilUnlocked(() => migrate(db));
    await untilUnlocked(() => ensureEpoch(db));
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, close: () => db.destroy() };
}

async function migrate(db: Database): Promise<void> {
  const { error } = await new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** The epoch names this history of the database; a cursor of another one is worth nothing. */
async function ensureEpoch(db: Database): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name: 'epoch', value: randomUUID() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function readEpoch(db: Database): Promise<string> {
  const { value } = await db.selectFrom('meta').select('value').where('name', '=', 'epoch').executeTakeFirstOrThrow();
  return value;
}
