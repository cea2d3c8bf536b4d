import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type ReadHandle, sqlOf, type WriteHandle } from './handles.ts';
import type { Schema } from './schema.ts';
import { type Given, statement } from './statement.ts';
import type { Store } from './store.ts';

/** Creates the epoch, which identifies this history of the database; cursors of another epoch are invalid. */
export async function ensureEpoch(db: Kysely<Schema>): Promise<void> {
  await insertIfAbsent(db, 'epoch', randomUUID());
}

async function insertIfAbsent(db: Kysely<Schema>, name: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Returns the value under this name; creates it if there is none. Concurrent callers receive the same value. */
export async function readOrCreate(
  { reading, write }: Pick<Store, 'reading' | 'write'>,
  name: string,
  create: () => string | Promise<string>,
): Promise<string> {
  const known = await readMeta(reading, name);
  if (known !== null) return known;
  const created = await create();
  await write([], (trx) => insertIfAbsent(sqlOf(trx), name, created));
  return (await readMeta(reading, name))!;
}

const metaOf = statement((db, given: Given<{ name: string }>) => db.selectFrom('meta').select('value').where('name', '=', given('name')));

export async function readMeta(db: ReadHandle, name: string): Promise<string | null> {
  const [found] = await metaOf(db, { name });
  return found?.value ?? null;
}

export async function writeMeta(trx: WriteHandle, name: string, value: string): Promise<void> {
  await sqlOf(trx)
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Returns the number above which versions of new rows begin: 0, or a value above all versions issued before a restore. */
export async function readVersionFloor(db: ReadHandle): Promise<number> {
  return Number((await readMeta(db, 'version_floor')) ?? 0);
}

export async function readEpoch(db: ReadHandle): Promise<string> {
  const epoch = await readMeta(db, 'epoch');
  if (epoch === null) throw new TypeError('the database has no epoch');
  return epoch;
}

export const answers = (db: ReadHandle): Promise<boolean> =>
  readEpoch(db).then(
    () => true,
    () => false,
  );
