import { statSync } from 'node:fs';
import { Kysely } from 'kysely';
import { systemClock } from '#server/lib/clock.ts';
import { holdsEverything, readingBy, refuseUnsaid, waitForEach, writingBy } from '../core/handles.ts';
import { answers, ensureEpoch, readEpoch } from '../core/meta.ts';
import { migrate } from '../core/migrations.ts';
import { Audience, noNewsYet } from '../core/news.ts';
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
  const reading = readingBy(db);
  const audience = new Audience();
  const hearing: ((userId: number) => void)[] = [];
  for (const [table, column] of callerTables) watch(table, column, (userId) => hearing.forEach((heard) => heard(userId)));
  const read: Store['read'] = (work) => db.transaction().execute((trx) => work(readingBy(trx)));
  return {
    isShared: false,
    clock: systemClock,
    reading,
    read,
    readTogether: read,
    async write(scopes, work, committing) {
      const { result, news } = await untilUnlocked(async () => {
        const news = noNewsYet();
        const claim = refuseUnsaid.bind(null, scopes);
        const transaction = db.transaction().execute(async (trx) => {
          const done = await work(writingBy(trx, { claim, hold: holdsEverything, news, send: waitForEach }));
          committing?.();
          return done;
        });
        return { result: await transaction, news };
      });
      audience.tell(news);
      return result;
    },
    onNews: audience.join,
    onCallerChange: (heard) => void hearing.push(heard),
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
