import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { idLeap, tablesKeptInRestore, versionStride } from '../core/restored.ts';
import type { Schema } from '../core/schema.ts';

/**
 * The number of strides is the tenths of a second since this date. A restore takes longer than one, so later restores get more; valid until
 * 2054.
 */
const stridesSince = Date.UTC(2026, 0, 1);
const strideMs = 100;

/**
 * Begins a new history after a restore or failover (decision 12): devices load anew, versions and ids leap over all issued ones. If the
 * state may be old (`restored`), all sessions end and pending mails and pushes are dropped. `now` is in ms.
 */
export async function beginNewHistory(trx: Kysely<Schema>, change: 'restored' | 'continued', now: number): Promise<void> {
  await setMeta(trx, 'epoch', randomUUID());
  await raiseNumbers(trx, now);
  if (change === 'continued') return;
  await sql`update sessions set revoked_at = coalesce(revoked_at, ${now})`.execute(trx);
  for (const table of tablesKeptInRestore) if (table !== 'sessions') await sql`delete from ${sql.table(table)}`.execute(trx);
}

/** Raises versions and ids above all that may have been issued, judged by the time and by the stored versions. */
async function raiseNumbers(trx: Kysely<Schema>, now: number): Promise<void> {
  const tables = await tablesWithVersion(trx);
  const highest = tables.map((table) => sql`select max(version) as version from ${sql.table(table)}`);
  const { rows } = await sql<{ version: number | null }>`
    select max(version) as version from (${sql.join(highest, sql` union all `)}) as highest`.execute(trx);
  const strides = Math.max(Math.floor((now - stridesSince) / strideMs), Math.floor((rows[0]?.version ?? 0) / versionStride) + 1);
  const floor = strides * versionStride;
  for (const table of tables) await sql`update ${sql.table(table)} set version = ${floor} + version % ${versionStride}`.execute(trx);
  await setMeta(trx, 'version_floor', String(floor));
  await sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + ${idLeap})
    from pg_sequences where schemaname = current_schema()`.execute(trx);
}

async function tablesWithVersion(trx: Kysely<Schema>): Promise<string[]> {
  const tables = await trx.introspection.getTables();
  return tables.filter(({ columns }) => columns.some(({ name }) => name === 'version')).map(({ name }) => name);
}

export async function setMeta(db: Kysely<Schema>, name: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
