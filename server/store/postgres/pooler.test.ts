import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { newDatabase } from '#tests/fixtures/databases/databases.ts';
import type { Schema } from '../core/schema.ts';
import { openPostgres } from './connections.ts';
import { backendOf, refuseTransactionPooling } from './pooler.ts';

const refused = /^a pooler in between hands connections on after each transaction: it has to work by sessions$/;

/** Without a held connection, a statement outside a transaction gets any connection of the pool, as with such a pooler. */
async function pooled(options: pg.PoolConfig = {}): Promise<Kysely<Schema>> {
  const pool = new pg.Pool({ connectionString: await newDatabase(inject('postgres')!.template), ...options });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  onTestFinished(() => db.destroy());
  return db;
}

test('the check rejects a pooler that changes connections between transactions, also with a free connection for each client', async () => {
  const [few, many] = [await pooled({ max: 1 }), await pooled({ maxUses: 1 })];
  await expect(refuseTransactionPooling(few, few)).rejects.toThrow(refused);
  await expect(refuseTransactionPooling(many, many)).rejects.toThrow(refused);
});

test('the check accepts session connections, to which the database reports their own process', async () => {
  const { dialect, processes } = openPostgres(await newDatabase(inject('postgres')!.template), 2);
  const db = new Kysely<Schema>({ dialect });
  onTestFinished(() => db.destroy());
  await db.connection().execute((one) => db.connection().execute((other) => refuseTransactionPooling(one, other)));
  expect(processes()).toContain(await backendOf(db));
});
