import { Dexie } from 'dexie';
import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { abortAtLimit } from '#tests/fixtures/at-limit.ts';
import { freshDatabase, quietPorts, userId, writePost } from '#tests/fixtures/device.ts';
import { layouts } from '#tests/fixtures/layouts.ts';
import { databaseName, databaseVersion } from './database.ts';

const recorded = Object.keys(layouts).map(Number);
const earlier = recorded.filter((version) => version < databaseVersion);

async function leftBy(version: number, indexedDB: IDBFactory): Promise<void> {
  const db = new Dexie(databaseName(userId), { indexedDB, IDBKeyRange });
  db.version(version).stores(layouts[version] as Record<string, string>);
  const source = freshDatabase();
  await writePost(source, quietPorts(), 'written before the update');
  await db.table('outbox').bulkAdd(await source.outbox.toArray());
  await db.table('drafts').add({ id: 'new-post', text: 'half a thought', updatedAt: 1 });
  source.close();
  db.close();
}

test('the tables of today are recorded under the database version, which is the highest', async () => {
  expect(Math.max(...recorded), `in tests/fixtures/layouts.ts, record the tables of today as ${databaseVersion}, the last one`).toBe(
    databaseVersion,
  );
  const db = freshDatabase();
  await db.open();
  const declared = new Dexie('declared', { indexedDB: new IDBFactory(), IDBKeyRange });
  declared.version(1).stores(layouts[databaseVersion] ?? {});
  await declared.open();
  const schemaOf = ({ tables }: Dexie) =>
    Object.fromEntries(tables.map(({ name, schema }) => [name, [schema.primKey.src, ...schema.indexes.map(({ src }) => src)].join(', ')]));
  expect(
    schemaOf(db),
    `devices have another layout under ${databaseVersion}: raise changedTables in src/db/database.ts, and record the new one`,
  ).toEqual(schemaOf(declared));
  db.close();
  declared.close();
});

test.each(earlier)('a database of version %i opens with its pending commands and drafts', async (version) => {
  const indexedDB = new IDBFactory();
  await leftBy(version, indexedDB);
  const db = freshDatabase(indexedDB);
  expect(await db.outbox.where('state').equals('waiting').toArray()).toMatchObject([{ args: { content: 'written before the update' } }]);
  expect(await db.drafts.toArray()).toMatchObject([{ text: 'half a thought' }]);
  await writePost(db, quietPorts(), 'written after it');
  expect(await db.outbox.count()).toBe(2);
  db.close();
});

test('an older app opens a newer database and keeps tables that it lacks', async () => {
  const indexedDB = new IDBFactory();
  const newer = new Dexie(databaseName(userId), { indexedDB, IDBKeyRange });
  newer.version(databaseVersion + 1).stores({ ...layouts[databaseVersion], dragons: 'id, [eventId+order]' });
  await newer.table('dragons').add({ id: 'smaug', eventId: 1, order: 1 });
  newer.close();
  const db = freshDatabase(indexedDB);
  await writePost(db, quietPorts(), 'from the older app');
  expect(await db.outbox.count()).toBe(1);
  db.close();
  await newer.open();
  expect(await newer.table('dragons').count()).toBe(1);
  expect(await newer.table('outbox').count()).toBe(1);
  newer.close();
});

test('a transaction that meets the storage limit is followed by an empty one', async () => {
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const db = freshDatabase();
  await db.open();
  opened.mockClear();
  const written = db.transaction('rw', db.drafts, async () => {
    await db.drafts.add({ id: 'new-post', text: 'half a thought', updatedAt: 1 });
    abortAtLimit(opened.mock.results[0]!.value as IDBTransaction);
  });
  await expect(written).rejects.toThrow('no room');
  expect(opened.mock.calls.map(([tables, mode]) => [tables, mode])).toEqual([
    [['drafts'], 'readwrite'],
    ['drafts', 'readwrite'],
  ]);
  db.close();
});
