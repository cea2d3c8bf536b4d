import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { times } from '#contract/times.ts';
import { type Config, StartError } from '../config.ts';
import { makeDataDir } from '../lib/files/data-dir.ts';
import { databaseName } from '../lib/files/state-files.ts';
import { mayRecover, openStore, type Store } from '../store/store.ts';
import { refuseMoved } from './sqlite-to-postgres/mark.ts';

type StoreSettings = Pick<Config, 'dataDir' | 'database'>;

interface Options {
  readonly lockWait?: number;
  /** How long (ms) to wait for a PostgreSQL that does not answer yet. */
  readonly patience?: number;
  readonly onWait?: (line: string) => void;
}

/** How often (ms) a PostgreSQL that does not answer is tried again. */
const retryEvery = times.second / 4;

/** Opens the configured database for the server and for commands. Throws a `StartError` without the password. */
export async function openConfiguredStore({ dataDir, database }: StoreSettings, options: Options = {}): Promise<Store> {
  if (database) return openShared(database, options);
  makeDataDir(dataDir);
  refuseMoved(dataDir);
  const { lockWait } = options;
  const path = join(dataDir, databaseName);
  return openStore({ path, ...(lockWait !== undefined && { lockWait }) }).catch((error: unknown) => {
    throw new StartError(`The database ${path} cannot be opened – ${reasonOf(error)}`);
  });
}

async function openShared(database: NonNullable<Config['database']>, { patience = 0, onWait }: Options): Promise<Store> {
  const name = nameOf(database.url);
  const deadline = performance.now() + patience;
  for (let tried = 1; ; tried += 1) {
    try {
      return await openStore(database);
    } catch (error) {
      const reason = reasonOf(error);
      if (!mayRecover(error) || performance.now() >= deadline) throw new StartError(`The database ${name} cannot be opened – ${reason}`);
      if (tried === 1) onWait?.(`The database ${name} does not answer yet (${reason}); it is waited for`);
    }
    await pause(retryEvery);
  }
}

/** Returns the location and name of a database, without credentials. */
export function nameOf(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return ((cause instanceof Error && cause.message) || message).split('\n', 1)[0]!;
}

/** Throws a `StartError` for commands on files if the database is PostgreSQL. */
export function refuseShared({ database }: StoreSettings): void {
  if (database)
    throw new StartError('DATABASE_URL names a PostgreSQL: it is backed up by pg_dump and put back by pg_restore, as docs/hosting.md says');
}
