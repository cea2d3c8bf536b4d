import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { workOf } from './fuzz/work.ts';
import { samplePicture } from './samples.ts';

let world: World;
// One world for all: refusals change nothing.
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

const json = { 'content-type': 'application/json' };
const manyFields = (count: number, own = '') =>
  `{${own}${Array.from({ length: count }, (_, index) => `"${String(index).padStart(8, '0')}":0`).join()}}`;
const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
const parts = (bytes: number) => `[${'1,'.repeat(bytes / 2 - 2)}1]`;

test.each([
  ['/api/batch', 'author'],
  ['/api/post', 'author'],
  ['/api/photo', 'author'],
] as const)('%s answers very many unknown fields with a few of them', async (path, who) => {
  for (const count of [5_000, 140_000]) {
    const { status, text, body } = await world.call(who, 'POST', path, { body: manyFields(count), headers: json });
    expect([status, body.error]).toEqual([400, 'invalid']);
    expect(text.length).toBeLessThan(10_000);
  }
});

test('every body above 16 kB on a public route is rejected, and smaller ones are read', async () => {
  const open = world.app.routeTable().filter(({ access, method }) => access === 'anyone' && !['GET', 'HEAD', 'OPTIONS'].includes(method));
  expect(open.length).toBeGreaterThan(5);
  for (const { method, url } of open) {
    const answer = (bytes: number) => world.call(null, method, url, { body: `{"a":${text(bytes)}}`, headers: json });
    expect([url, (await answer(limits.publicBodyBytes)).status]).toEqual([url, 413]);
    expect([url, (await answer(limits.publicBodyBytes - 1_000)).status]).not.toEqual([url, 413]);
  }
});

test('a very long field name is not sent back whole', async () => {
  const body = `{"${'x'.repeat(100_000)}":1}`;
  for (const path of ['/api/users/login', '/api/post']) {
    expect((await world.call('author', 'POST', path, { body, headers: json })).text.length).toBeLessThan(1_000);
  }
});

test.each([
  ['one text', text(limits.bodyBytes)],
  ['very many parts', parts(limits.bodyBytes)],
  ['very many fields', manyFields(140_000)],
  ['very many fields beside a picture', manyFields(140_000, `"url":"${samplePicture}","image":"${samplePicture}",`)],
])('%s cost no more work on picture routes than elsewhere', async (_name, body) => {
  const send = async (path: string) => (await workOf(() => world.call('author', 'POST', path, { body, headers: json }))).work.thread;
  // The first call of each kind also compiles.
  for (const path of ['/api/post', '/api/photo', '/api/users/me']) await send(path);
  const elsewhere = await send('/api/post');
  for (const path of ['/api/photo', '/api/users/me']) expect(await send(path)).toBeLessThan(elsewhere * 3 + 200);
});

test('very many elements in any arrangement are not validated one by one', async () => {
  const body = { content: 'Hallo', extra: Array.from({ length: 100 }, () => Array.from({ length: 1_000 }, () => 1)) };
  const answer = await world.call('author', 'POST', '/api/post', { body });
  expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'body', message: 'too_deep' }] } });
});

test.each([
  ['one text', text(3 * limits.bodyBytes)],
  ['very many parts', parts(3 * limits.bodyBytes)],
  ['much beside a small picture', `{"url":"${samplePicture}","description":${text(2 * limits.bodyBytes)}}`],
])('only a picture may exceed the usual body limit: %s', async (_name, body) => {
  expect(await world.call('author', 'POST', '/api/photo', { body, headers: json })).toMatchObject({
    status: 413,
    body: { error: 'too_large' },
  });
});
