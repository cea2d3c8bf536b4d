import { statSync } from 'node:fs';
import { Kysely } from 'kysely';
import { systemClock } from '#server/lib/clock.ts';
import { holdsAllLocks, readHandleOn, assertAnnounced, waitForEach, writeHandleOn } from '../core/handles.ts';
import { answers, ensureEpoch, readEpoch } from '../core/meta.ts';
import { migrate } from '../core/migrations.ts';
import { NewsPublisher, emptyNews } from '../core/news.ts';
import type { Schema } from '../core/schema.ts';
import type { Store } from '../core/store.ts';
import { openSqlite } from './dialect.ts';
import { scrub } from './scrub.ts';
import { untilUnlocked } from './until-unlocked.ts';

/** The tables that make up a caller, with the column of their user. A change there invalidates the cached caller at once. */
const callerTables = [
  ['sessions', 'user_id'],
  ['users', 'id'],
  ['memberships', 'user_id'],
  ['dating_participants', 'user_id'],
] as const;

export interface SqliteOptions {
  /** A file, or `:memory:`. */
  readonly path: string;
  /** How long (ms) a statement, and with it the process, waits for another process; short on a server, see `Store.write`. */
  readonly lockWait?: number;
}

export async function openSqliteStore({ path, lockWait = 2_000 }: SqliteOptions): Promise<Store> {
  const { dialect, watch, outsideVersion, state } = openSqlite(path, lockWait);
  const db = new Kysely<Schema>({ dialect });
  try {
    await untilUnlocked(() => migrate(db));
    await untilUnlocked(() => ensureEpoch(db));
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const reading = readHandleOn(db);
  const publisher = new NewsPublisher();
  const listeners: ((userId: number) => void)[] = [];
  for (const [table, column] of callerTables) watch(table, column, (userId) => listeners.forEach((listener) => listener(userId)));
  const read: Store['read'] = (work) => db.transaction().execute((trx) => work(readHandleOn(trx)));
  return {
    isShared: false,
    clock: systemClock,
    reading,
    read,
    readTogether: read,
    async write(scopes, work, committing) {
      const { result, news } = await untilUnlocked(async () => {
        const news = emptyNews();
        const claim = assertAnnounced.bind(null, scopes);
        const transaction = db.transaction().execute(async (trx) => {
          const done = await work(writeHandleOn(trx, { claim, hold: holdsAllLocks, news, send: waitForEach }));
          committing?.();
          return done;
        });
        return { result: await transaction, news };
      });
      publisher.publish(news);
      return result;
    },
    onNews: publisher.subscribe,
    onCallerChange: (listener) => void listeners.push(listener),
    outsideVersion,
    state: () => Promise.resolve(state()),
    history: () => readEpoch(reading),
    newerSchema: () => Promise.resolve(null),
    agree: () => Promise.resolve(true),
    // Async, so that errors of the file system reject the promise.
    figures: async () => ({ databaseBytes: sizeOf(path), walBytes: sizeOf(`${path}-wal`) }),
    scrub: () => untilUnlocked(() => scrub(db)),
    ping: () => answers(reading),
    close: () => db.destroy(),
  };
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
