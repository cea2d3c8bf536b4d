import { loadConfig } from '#server/config.ts';
import { systemClock } from '#server/lib/clock.ts';
import { loadKeys } from '#server/ops/keys.ts';
import { createSessions } from '#server/services/auth/sessions/sessions.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { openStore } from '#server/store/store.ts';
import { buildCamp, people, type PersonName } from '#tests/fixtures/camp.ts';
import { type PostgresServer, startPostgres } from '#tests/fixtures/databases/postgres-server.ts';

/** In minutes; longer than any run. */
const tokenMinutes = String(24 * 60);

/** A camp of two events in a PostgreSQL of its own, which is durable as in production. */
export interface CampOnPostgres {
  readonly postgres: PostgresServer;
  readonly url: string;
  /** Environment variables for servers on it. */
  readonly settings: Readonly<Record<string, string>>;
  signIn(name: PersonName): Promise<string>;
  /** Reads the database directly, over a connection of its own. */
  look<T>(work: (db: ReturnType<typeof sqlOf>) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

export async function buildCampOnPostgres(): Promise<CampOnPostgres> {
  const postgres = await startPostgres({ durable: true });
  await postgres.create('camp');
  const url = postgres.urlOf('camp');
  const settings = { ACCESS_TOKEN_MINUTES: tokenMinutes };
  const config = loadConfig({ DATABASE_URL: url, ...settings });
  const store = await openStore({ url, connections: 2 });
  await buildCamp(store, systemClock);
  const { secret } = await loadKeys(config, store);
  const sessions = createSessions({ config, store, clock: store.clock, secret });
  return {
    postgres,
    url,
    settings,
    signIn: async (name) => (await sessions.open(people[name].id)).token,
    look: (work) => work(sqlOf(store.reading)),
    async stop() {
      await store.close();
      await postgres.stop();
    },
  };
}
