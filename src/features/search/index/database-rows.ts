import type { RowSource } from './searcher.ts';

/** Thrown if the database does not exist, because its person signed out. */
class NoDatabase extends Error {}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });

/** Opens a database that exists; another one would be made by opening it. */
async function open(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = factory.open(name);
  request.addEventListener('upgradeneeded', () => request.transaction?.abort());
  const db = await done(request).catch(() => {
    throw new NoDatabase(name);
  });
  // A page that upgrades or deletes the database must not wait.
  db.addEventListener('versionchange', () => db.close());
  return db;
}

/** Reads rows without Dexie, which would be ten times as large as all other code of the worker. */
export async function databaseRows(
  { indexedDB, IDBKeyRange }: Pick<typeof globalThis, 'indexedDB' | 'IDBKeyRange'>,
  name: string,
  eventId: number,
): Promise<RowSource> {
  const db = await open(indexedDB, name);
  const storeOf = (table: string): IDBObjectStore => db.transaction(table).objectStore(table);
  return {
    all: (table, index) => {
      if (index === undefined) return done(storeOf(table).getAll());
      // A list is greater than every number and text.
      return done(
        storeOf(table)
          .index(index)
          .getAll(IDBKeyRange.bound([eventId], [eventId, []])),
      );
    },
    some: (table, ids) => {
      const store = storeOf(table);
      return Promise.all(ids.map((id) => done(store.get(id) as IDBRequest<unknown>)));
    },
  };
}
