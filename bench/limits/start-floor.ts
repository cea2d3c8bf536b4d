import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { bundlePage } from './page-bundle.ts';
import { floorCount, floorPost } from './start-floor-data.ts';

const index = '<!doctype html><meta charset="utf-8"><title>Floor</title><body><script type="module" src="/floor.js"></script>';

const worker = `
addEventListener('install', (event) => event.waitUntil(caches.open('floor').then((cache) => cache.addAll(['/', '/floor.js']))));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((found) => found ?? Response.error())));
`;

/** Fills its database at the first visit, and shows the newest row at every other visit. */
export const rawFloor = `
const request = indexedDB.open('floor', 1);
request.onupgradeneeded = () => request.result.createObjectStore('posts', { keyPath: 'id' }).createIndex('order', 'order');
request.onsuccess = () => {
  const db = request.result;
  db.transaction('posts').objectStore('posts').index('order').openCursor(null, 'prev').onsuccess = ({ target: { result } }) => {
    if (result) document.body.append(Object.assign(document.createElement('h1'), { textContent: result.value.content }));
    else fill(db);
  };
};
async function fill(db) {
  await navigator.serviceWorker.register('/worker.js');
  await navigator.serviceWorker.ready;
  const transaction = db.transaction('posts', 'readwrite');
  for (let order = 0; order < ${floorCount}; order += 1) {
    const content = order === ${floorCount - 1} ? '${floorPost}' : 'x'.repeat(300);
    transaction.objectStore('posts').put({ id: crypto.randomUUID(), order, content });
  }
  transaction.oncomplete = () => { document.title = 'installed'; };
}
`;

/** Returns the script of the page that does the same with React and Dexie. */
export async function reactFloor(): Promise<string> {
  const dir = await bundlePage('react-floor.tsx');
  const script = readFileSync(join(dir, 'page.js'), 'utf8');
  rmSync(dir, { recursive: true });
  return script;
}

/** Runs in the page: returns whether its first visit has filled the database. */
export const isInstalled = (): boolean => document.title === 'installed';

/** Serves the least installed page: static, with a service worker and the output of `script` from IndexedDB. It has no texts. */
export async function serveFloor(script: string): Promise<{ origin: string; close(): Promise<void> }> {
  const files: Record<string, [type: string, text: string]> = {
    '/': ['text/html', index],
    '/floor.js': ['text/javascript', script],
    '/worker.js': ['text/javascript', worker],
  };
  const server = createServer((request, response) => {
    const [type, text] = files[request.url ?? ''] ?? [];
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': type }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
