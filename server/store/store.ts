import type { Store } from './core/store.ts';
import type { PostgresOptions } from './postgres/open.ts';
import { openSqliteStore, type SqliteOptions } from './sqlite/open.ts';

export { mayRecover, type StoreFailure, storeFailureOf } from './core/failures.ts';
export { dynamicScopes, type ReadHandle, type TouchedScopes, type WriteHandle } from './core/handles.ts';
export { readEpoch, readMeta, readOrCreate, readVersionFloor, writeMeta } from './core/meta.ts';
export { UnfitSchema } from './core/migrations.ts';
export type { ChangedScope, News } from './core/news.ts';
export type { Store, StoreFigures, StoreWithin } from './core/store.ts';

export type StoreOptions = SqliteOptions | PostgresOptions;

/**
 * Opens a database, creates it if necessary, and migrates it. Throws an `UnfitSchema` before it writes anything, and the errors of the
 * database: unwritable path, damaged file, unreachable server, failed migration.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  if ('path' in options) return openSqliteStore(options);
  // Do not load the PostgreSQL driver when SQLite is used.
  const { openPostgresStore } = await import('./postgres/open.ts');
  return openPostgresStore(options);
}
