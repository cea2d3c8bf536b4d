/*
 * The limit line: the speed of the browser alone, with raw IndexedDB, the one index that the page query needs, and one request per step. It
 * has no pending commands, no retries and no order between tabs.
 */

interface Post {
  readonly id: string;
  readonly order: number;
}

const name = 'limit-line';
const json = { 'content-type': 'application/json' };

let database: IDBDatabase | null = null;

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB')));
  });

export async function open(): Promise<void> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('posts', { keyPath: 'id' }).createIndex('order', 'order');
    request.result.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
  });
  database = await done(request);
}

export function close(): void {
  opened().close();
}

/** One compressed answer, one transaction of puts. */
export async function bootstrap(n: number): Promise<void> {
  await putPosts((await (await fetch(`/api/limit/snapshot?posts=${n}`)).json()) as Post[]);
}

/** Reads the changes after `number` in one answer. */
export async function delta(number: number): Promise<void> {
  await putPosts((await (await fetch(`/api/limit/delta?after=${number}`)).json()) as Post[]);
}

/** Queues commands, all at once: this step is not measured. */
export async function offlineWrite(rows: readonly { content: string }[]): Promise<void> {
  const transaction = opened().transaction('outbox', 'readwrite');
  for (const { content } of rows) transaction.objectStore('outbox').put({ id: crypto.randomUUID(), content });
  await ended(transaction);
}

/** Sends all pending commands in one request; its answer empties the queue and fills the mirror in one durable transaction. */
export async function drain(): Promise<void> {
  const waiting = (await done(opened().transaction('outbox').objectStore('outbox').getAll())) as unknown[];
  const response = await fetch('/api/limit/batch', { method: 'POST', headers: json, body: JSON.stringify(waiting) });
  const rows = (await response.json()) as Post[];
  const transaction = opened().transaction(['outbox', 'posts'], 'readwrite', { durability: 'strict' });
  transaction.objectStore('outbox').clear();
  for (const row of rows) transaction.objectStore('posts').put(row);
  await ended(transaction);
}

/** Reads the newest rows with a cursor. */
export async function newest(limit: number): Promise<number> {
  const found: unknown[] = [];
  const request = opened().transaction('posts').objectStore('posts').index('order').openCursor(null, 'prev');
  return new Promise((resolve, reject) => {
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    request.addEventListener('success', () => {
      const cursor = request.result;
      if (cursor) found.push(cursor.value);
      if (!cursor || found.length === limit) resolve(found.length);
      else cursor.continue();
    });
  });
}

function opened(): IDBDatabase {
  if (!database) throw new Error('open() comes first');
  return database;
}

async function putPosts(rows: readonly Post[]): Promise<void> {
  const transaction = opened().transaction('posts', 'readwrite');
  const store = transaction.objectStore('posts');
  for (const row of rows) store.put(row);
  await ended(transaction);
}
