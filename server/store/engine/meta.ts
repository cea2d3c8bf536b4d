import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Reading } from './handles.ts';
import type { Schema } from './schema.ts';
import { type Given, statement } from './statement.ts';

/** The epoch names this history of the database; a cursor of another one is worth nothing. */
export async function ensureEpoch(db: Kysely<Schema>): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name: 'epoch', value: randomUUID() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

const metaOf = statement((db, given: Given<{ name: string }>) => db.selectFrom('meta').select('value').where('name', '=', given('name')));

/** Above this number rows begin with their versions: 0, or what a restore has put above all versions that were given out before it. */
export async function readVersionFloor(db: Reading): Promise<number> {
  const [found] = await metaOf(db, { name: 'version_floor' });
  return Number(found?.value ?? 0);
}

export async function readEpoch(db: Reading): Promise<string> {
  const [found] = await metaOf(db, { name: 'epoch' });
  if (!found) throw new TypeError('the database has no epoch');
  return found.value;
}

/** Whether the database answers with what is stored in it. */
export const answers = (db: Reading): Promise<boolean> =>
  readEpoch(db).then(
    () => true,
    () => false,
  );
