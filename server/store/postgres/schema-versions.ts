import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { times } from '#contract/times.ts';
import { DatabaseUnavailable } from '../core/failures.ts';
import { lastMigrationMade, NewerSchema, schemaNumber } from '../core/migrations.ts';
import type { Schema } from '../core/schema.ts';
import { announceSchema, serversBefore, newestAnnounced } from './locks.ts';

/** How often and how long (ms) a newer version waits for older servers, which check every two seconds. */
const checkEvery = 100;
const waitAtMost = 5 * times.second;

/**
 * Keeps two versions off one database. Every server announces its schema number while it runs. A newer one announces its own first; older
 * servers see it and stop, and only then the newer one migrates.
 */
export async function waitForOlderServers(db: Kysely<Schema>, ended: AbortSignal): Promise<void> {
  const own = await schemaNumber();
  const made = await lastMigrationMade(db);
  // A new or up-to-date database: servers of one version share it.
  if (made === null || made >= own) return;
  await announceSchema(db, own);
  const deadline = performance.now() + waitAtMost;
  for (;;) {
    const older = await serversBefore(db, own);
    if (older === 0) return;
    if (performance.now() >= deadline)
      throw new DatabaseUnavailable(`older servers still use it (${older}); they stop by themselves, or have to be stopped`);
    await pause(checkEvery, undefined, { signal: ended });
  }
}

export async function newerSchemaOf(db: Kysely<Schema>): Promise<number | null> {
  const [announced, made] = await Promise.all([newestAnnounced(db), lastMigrationMade(db)]);
  const newest = Math.max(announced, made ?? 0);
  return newest > (await schemaNumber()) ? newest : null;
}

export async function refuseIfNewer(db: Kysely<Schema>): Promise<void> {
  const newer = await newerSchemaOf(db);
  if (newer !== null) throw new NewerSchema(newer, await schemaNumber());
}
