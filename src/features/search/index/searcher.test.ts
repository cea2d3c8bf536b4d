import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventId, freshDatabase, participant, quietPorts, removePost, storedPost, writePost } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import { changesIn } from './changes.ts';
import { databaseRows } from './database-rows.ts';
import { kindNames } from './kinds.ts';
import { type Answer, type RowSource, Searcher } from './searcher.ts';

let indexedDB: IDBFactory;
let db: EventDatabase;
let stop: () => void;
/** The tables that were read, with the number of single rows; `all` for whole tables. */
let reads: string[];
let answer: Answer | undefined;
let searcher: Searcher;

function watched(source: RowSource): RowSource {
  return {
    all: (table, index) => {
      reads.push(`${table} all`);
      return source.all(table, index);
    },
    some: (table, ids) => {
      reads.push(`${table} ${ids.length}`);
      return source.some(table, ids);
    },
  };
}

beforeEach(async () => {
  indexedDB = new IDBFactory();
  db = freshDatabase(indexedDB);
  await db
    .mirror('posts')
    .bulkPut([storedPost('a', { content: 'Zelt', authorId: 8 }), { ...storedPost('b', { content: 'Zelt' }), eventId: 2 }]);
  reads = [];
  searcher = new Searcher(watched(await databaseRows({ indexedDB, IDBKeyRange }, db.name, eventId)), eventId, (next) => (answer = next));
  let last = Promise.resolve();
  const note = (parts: Parameters<typeof changesIn>[1]): void => {
    const changes = changesIn(db.name, parts);
    if (changes) last = searcher.change(changes);
  };
  Dexie.on('storagemutated', note);
  settle = () => last;
  stop = () => Dexie.on.storagemutated.unsubscribe(note);
  await searcher.start();
  searcher.ask({ text: 'zelt', kinds: kindNames, most: {}, now: 0 });
  reads = [];
});
afterEach(() => {
  stop();
  db.close();
});

let settle: () => Promise<void>;
const found = (): unknown[] => answer?.groups.flatMap(({ hits }) => hits.map(({ row }) => row.id)) ?? [];

test('finds the rows of the event, and not those of another one', () => {
  expect(answer).toMatchObject({ text: 'zelt', isComplete: true });
  expect(found()).toEqual(['a']);
});

test('answers again after a change, for which it reads the changed row only', async () => {
  await db.mirror('posts').put(storedPost('c', { content: 'Noch ein Zelt', order: 2 }));
  await settle();
  expect(found()).toEqual(['c', 'a']);
  await db.mirror('posts').delete('a');
  await settle();
  expect(found()).toEqual(['c']);
  expect(reads).toEqual(['posts 1', 'posts 1']);
});

test('finds a pending post, and not one whose removal is pending', async () => {
  const { id } = await writePost(db, quietPorts(), 'Zelt ohne Netz');
  await settle();
  expect(found()).toContain(id);
  await removePost(db, quietPorts(), 'a');
  await settle();
  expect(found()).toEqual([id]);
  expect(reads).toEqual(['posts 1', 'posts 1']);
});

test('reads a table once after several large changes', async () => {
  const many = (from: number) => Array.from({ length: 100 }, (_, index) => storedPost(`m${from + index}`, { content: 'Zelt' }));
  await Promise.all([0, 100, 200].map((from) => db.mirror('posts').bulkPut(many(from))));
  await settle();
  expect(answer?.groups[0]?.count).toBe(301);
  expect(reads.length).toBeLessThan(4);
});

test('excludes the rows of a person who is hidden meanwhile', async () => {
  await db.mirror('participants').put(participant(8, 'Ben'));
  await db.mirror('hiddenPeople').put({ id: '7-8', version: 1, userId: 7, otherId: 8, hidden: true });
  await settle();
  expect(found()).toEqual([]);
});

test('ignores changes of other databases and tables', async () => {
  expect(changesIn(db.name, { 'idb://another/posts/': { d: 0 }, [`idb://${db.name}/drafts/`]: { d: 0 } })).toBeNull();
});

test('rejects and creates nothing if the database was deleted', async () => {
  const empty = new IDBFactory();
  await expect(databaseRows({ indexedDB: empty, IDBKeyRange }, db.name, eventId)).rejects.toThrow(db.name);
  expect(await empty.databases()).toEqual([]);
});
