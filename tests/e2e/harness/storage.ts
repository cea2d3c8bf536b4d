import type { Page } from 'playwright-core';

/** Everything in IndexedDB of this origin: database, table, rows with their keys. */
export type Databases = Record<string, Record<string, { key: unknown; value: unknown }[]>>;

/** Reads all databases of the page's origin, or one of them, or a single table of it; bytes are returned as `Uint8Array`. */
export function readDatabases(page: Page, only: { database?: string; table?: string } = {}): Promise<Databases> {
  return page.evaluate(async ({ database, table: single }) => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
      });
    // Playwright does not serialise an `ArrayBuffer`.
    const readable = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null || !('bytes' in value && value.bytes instanceof ArrayBuffer)) return value;
      return { ...value, bytes: new Uint8Array(value.bytes) };
    };
    const found: Databases = {};
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined || (database ?? name) !== name) continue;
      const opening = indexedDB.open(name);
      // Opening a database that was deleted since it was listed must not create it again.
      opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
      const db = await done(opening).catch(() => null);
      if (!db) continue;
      const tables = [...db.objectStoreNames].filter((table) => (single ?? table) === table);
      found[name] = {};
      for (const table of tables) {
        const store = db.transaction(table).objectStore(table);
        const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
        found[name][table] = values.map((value, index) => ({ key: keys[index], value: readable(value) }));
      }
      db.close();
    }
    return found;
  }, only);
}

/** Returns the rows of one table of one person's database; empty if there is none. */
export async function readTable(page: Page, userId: number, table: string): Promise<unknown[]> {
  const database = `event-companion-${userId}`;
  const databases = await readDatabases(page, { database, table });
  return databases[database]?.[table]?.map(({ value }) => value) ?? [];
}

/** Returns the number of requests in Workbox's queue, which is used only for its sync event. */
export async function queuedByWorkbox(page: Page): Promise<number> {
  const tables = (await readDatabases(page, { database: 'workbox-background-sync' }))['workbox-background-sync'] ?? {};
  return Object.values(tables).flat().length;
}
