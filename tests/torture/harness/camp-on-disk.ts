import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { loadConfig } from '#server/config.ts';
import { systemClock } from '#server/lib/clock.ts';
import { loadSecret } from '#server/services/auth/secret.ts';
import { createSessions } from '#server/services/auth/sessions/sessions.ts';
import { openStore } from '#server/store/store.ts';
import { buildCamp, people, type PersonName } from '#tests/fixtures/camp.ts';

/** How long (ms) a test waits for the database while the server writes: a busy machine is slow, not wrong. */
export const lockPatience = 30_000;

/** A data directory with a camp of two events, and a bearer token for each person. */
export interface CampOnDisk {
  readonly dataDir: string;
  readonly tokens: Readonly<Record<PersonName, string>>;
  /** Reads the database directly. */
  query<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  remove(): void;
}

/** `within` is the parent folder. */
export async function buildCampOnDisk(within = tmpdir()): Promise<CampOnDisk> {
  const dataDir = mkdtempSync(join(within, 'event-companion-torture-'));
  const path = join(dataDir, 'event-companion.db');
  const store = await openStore({ path });
  await buildCamp(store, systemClock);
  const sessions = createSessions({ config: loadConfig({}), store, clock: systemClock, secret: loadSecret(dataDir) });
  const tokens = {} as Record<PersonName, string>;
  for (const name of Object.keys(people) as PersonName[]) tokens[name] = (await sessions.open(people[name].id)).token;
  await store.close();
  return {
    dataDir,
    tokens,
    query<Row>(sql: string, ...values: SQLInputValue[]) {
      const database = new DatabaseSync(path, { readOnly: true, timeout: lockPatience });
      try {
        return database.prepare(sql).all(...values) as Row[];
      } finally {
        database.close();
      }
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}
