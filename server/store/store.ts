import type { Store } from './core/store.ts';
import type { PostgresOptions } from './postgres/open.ts';
import { openSqliteStore, type SqliteOptions } from './sqlite/open.ts';

export { mayAnswerYet, type StoreFailure, storeFailureOf } from './core/failures.ts';
export { asFound, type Reading, type TouchedScopes, type Writing } from './core/handles.ts';
export { keptOrMade, readEpoch, readMeta, readVersionFloor, writeMeta } from './core/meta.ts';
export type { News } from './core/news.ts';
export type { Store, StoreFigures, StoreWithin } from './core/store.ts';

export type StoreOptions = SqliteOptions | PostgresOptions;

/**
 * Opens a database, creates what is not there, and brings its tables up to date. Throws what the database throws: a path that cannot be written,
 * a damaged file, a server that does not answer, a migration that failed.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  if ('path' in options) return openSqliteStore(options);
  // Who keeps everything in a file loads nothing of it.
  const { openPostgresStore } = await import('./postgres/open.ts');
  return openPostgresStore(options);
}
