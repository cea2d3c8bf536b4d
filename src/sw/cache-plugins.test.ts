import { expect, test, vi } from 'vitest';
import { atMost, onlyOwnFiles, onlyPictures } from './cache-plugins.ts';

const origin = 'https://camp.example';
const answer = (type: string, { own = true, status = 200 } = {}): Response =>
  new Response('x', { status, headers: { 'content-type': type, ...(own && { 'x-event-companion': '1' }) } });

async function kept(plugin: typeof onlyPictures, path: string, response: Response): Promise<boolean> {
  return (await plugin.cacheWillUpdate?.({ request: new Request(origin + path), response } as never)) === response;
}

async function used(plugin: typeof onlyPictures, path: string, cachedResponse: Response): Promise<boolean> {
  return (await plugin.cachedResponseWillBeUsed?.({ request: new Request(origin + path), cachedResponse } as never)) === cachedResponse;
}

const picture = '/images/photos/a-40x30.webp';

test('only pictures of the server are cached', async () => {
  expect(await kept(onlyPictures, picture, answer('image/webp'))).toBe(true);
  expect(await kept(onlyPictures, picture, answer('text/html; charset=utf-8', { own: false }))).toBe(false);
  expect(await kept(onlyPictures, picture, answer('image/png', { own: false }))).toBe(false);
  expect(await kept(onlyPictures, picture, answer('application/json'))).toBe(false);
  expect(await kept(onlyPictures, picture, answer('image/webp', { status: 404 }))).toBe(false);
});

test("cached pages are not served as pictures, and pictures without the server's mark are", async () => {
  expect(await used(onlyPictures, picture, answer('image/webp', { own: false }))).toBe(true);
  expect(await used(onlyPictures, picture, answer('text/html', { own: false }))).toBe(false);
});

test.each([
  ['/assets/index-abc.js', 'text/javascript', true],
  ['/locales/en/common.json?v=1', 'application/json', true],
  ['/index.html', 'text/html', true],
  ['/assets/index-abc.js', 'text/html', false],
  ['/locales/en/common.json?v=1', 'text/html', false],
])('%s of type %s is cached: %s', async (path, type, expected) => {
  expect(await kept(onlyOwnFiles, path, answer(type))).toBe(expected);
  expect(await kept(onlyOwnFiles, path, answer(type, { own: false }))).toBe(false);
  expect(await used(onlyOwnFiles, path, answer(type, { own: false }))).toBe(expected);
});

test('a cache keeps the newest pictures', async () => {
  const stored: string[] = [];
  const cache = { keys: async () => [...stored], delete: async (name: string) => void stored.splice(stored.indexOf(name), 1) };
  const open = vi.fn<(name: string) => Promise<typeof cache>>(async () => cache);
  vi.stubGlobal('caches', { open });
  const { cacheDidUpdate } = atMost('faces', 2);
  for (const name of ['a', 'b', 'c', 'd']) {
    stored.push(name);
    await cacheDidUpdate?.({ cacheName: 'faces' } as never);
  }
  expect([stored, open.mock.calls[0]]).toEqual([['c', 'd'], ['faces']]);
});
