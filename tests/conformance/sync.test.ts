import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contractVersion } from '#contract/version.ts';
import { batch, batchAnswer, type FeedChange, feedLines, feedLinesByColumn } from '#contract/endpoints/core.ts';
import { pageOfLine } from '#contract/rules/feed-tables.ts';
import { limits } from '#contract/limits.ts';
import { scopeOf } from '#contract/scope.ts';
import { away, home, insertRows, people, postOf } from '../fixtures/camp.ts';
import { refreshReplacedCookie } from '../fixtures/server/replaced-cookie.ts';
import { newsHeard } from '../fixtures/databases/test-store.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';

let world: World;
// One person sends whole batches here.
beforeEach(async () => void (world = await openWorld({ ROWS_PER_HOUR: '5000' })));
afterEach(() => world.close());

function createCall(own: Record<string, unknown> = {}) {
  const id = uuidv7();
  return { key: uuidv7(), lane: `posts:${id}`, method: 'POST', path: '/api/post', body: { id, event: home, content: 'Hallo' }, ...own };
}

const runBatch = (calls: unknown, headers = {}) => world.call('author', 'POST', batch.path, { body: { calls }, headers });

async function manyPosts(): Promise<void> {
  const rows = Array.from({ length: 1_700 }, () => postOf('author'));
  await insertRows(world.store, world.clock, 'posts', rows);
}

const sorted = (changes: readonly FeedChange[]) => changes.toSorted((a, b) => (`${a.resource} ${a.id}` < `${b.resource} ${b.id}` ? -1 : 1));

test.each([feedLines, feedLinesByColumn])('a streamed first load (%s) equals the single pages', async (accept) => {
  await manyPosts();
  const { changes, cursor } = await world.pull('author');
  const { text, headers } = await world.call('author', 'GET', '/api/sync', { headers: { accept } });
  expect(text.includes('"columns"')).toBe(accept === feedLinesByColumn);
  expect(headers).toMatchObject({
    'content-type': `${feedLines}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-event-companion': String(contractVersion),
  });
  const pages = text
    .trimEnd()
    .split('\n')
    .map((line) => pageOfLine(JSON.parse(line)));
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.map(({ more }) => more)).toEqual([...pages.slice(1).map(() => true), false]);
  expect(sorted(pages.flatMap((page) => page.changes))).toEqual(sorted(changes));
  expect(pages.at(-1)?.cursor).toBe(cursor);
});

test('private commands move no cursor of others', async () => {
  const { cursor } = await world.pull('participant');
  const own = [
    ['/api/feedback', { id: uuidv7(), event: home, content: 'Zu wenig Stühle' }],
    ['/api/notification', { general: false }],
  ] as const;
  for (const [path, body] of own) expect((await world.call('author', 'POST', path, { body })).status).toBeLessThan(300);
  expect(await world.pull('participant', cursor)).toEqual({ cursor, reset: false, changes: [] });
});

test('a streamed answer is compressed for clients that accept it', async () => {
  const plain = await world.call('author', 'GET', '/api/sync', { headers: { accept: feedLines } });
  const response = await world.app.inject({
    url: '/api/sync',
    headers: { accept: feedLines, 'accept-encoding': 'gzip', authorization: await bearer() },
  });
  expect(response.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(response.rawPayload).toString()).toBe(plain.text);
});

test.each(['gzip', 'identity'])('a reader who leaves in the middle of a first load (%s) stops it', async (encoding) => {
  await manyPosts();
  const left = nextReaderLeft();
  const { feed } = world.app.deps;
  const readPage = feed.readPage.bind(feed);
  const reads = vi.spyOn(feed, 'readPage').mockImplementation(async (caller, cursor) => {
    // The second page is ready when its reader has left.
    if (caller.userId === people.author.id && cursor !== null) await left;
    return readPage(caller, cursor);
  });
  const pagesFor = (who: keyof typeof people) => reads.mock.calls.filter(([{ userId }]) => userId === people[who].id).length;
  const response = await open('/api/sync', { accept: feedLines, 'accept-encoding': encoding });
  response.destroy();
  await left;
  // Readers take turns: reads for the absent one would be as far as this.
  await world.call('participant', 'GET', '/api/sync', { headers: { accept: feedLines } });
  expect(pagesFor('participant')).toBeGreaterThan(3);
  expect(pagesFor('author')).toBeLessThanOrEqual(2);
});

test('a malformed query is refused', async () => {
  expect(await world.call('author', 'GET', '/api/sync?since=1')).toMatchObject({ status: 400, body: { error: 'invalid' } });
  expect(await world.call('author', 'GET', `/api/sync?cursor=${'x'.repeat(limits.cursorLength + 1)}`)).toMatchObject({ status: 400 });
});

test('a batch answers every command on its own, in their order', async () => {
  const good = createCall();
  const wrong = createCall({ lane: 'a', body: { event: home, content: ' ' } });
  const behind = createCall({ lane: 'a' });
  const nowhere = createCall({ path: '/api/users/me', method: 'PUT' });
  const gone = createCall({ method: 'DELETE', path: `/api/post/${uuidv7()}`, body: undefined });
  const stale = createCall({ method: 'DELETE', path: `/api/post/${good.body.id}`, body: undefined, ifMatch: 9, lane: good.lane });
  const calls = [good, wrong, behind, nowhere, gone, stale];
  const { status, body } = await runBatch(calls, { 'accept-language': 'de' });
  expect(status).toBe(200);
  expect(body.answers.map((answer: unknown) => batchAnswer.parse(answer))).toMatchObject([
    { key: good.key, status: 201, body: { id: good.body.id, version: 1 } },
    { key: wrong.key, status: 400, body: { error: 'invalid', issues: [{ path: 'content' }] } },
    { key: behind.key, status: 424, body: { error: 'lane_stopped' } },
    { key: nowhere.key, status: 404, body: { error: 'not_found' } },
    { key: gone.key, status: 404, body: { error: 'not_found', message: expect.stringMatching(/nicht/) as string } },
    { key: stale.key, status: 412, body: { error: 'version_conflict', current: { id: good.body.id } } },
  ]);
});

test('a repeated batch has the same answers, except for commands that had to wait', async () => {
  const calls = [createCall({ lane: 'a', body: { content: '' } }), createCall({ lane: 'a' }), createCall()];
  const first = (await runBatch(calls)).body.answers;
  const second = (await runBatch(calls)).body.answers;
  expect(second).toEqual(first);
  const { body } = await runBatch([calls[1]]);
  expect(body.answers).toMatchObject([{ status: 201 }]);
});

test('a batch of the largest size is executed whole and in order, and a larger one is refused', async () => {
  const calls = Array.from({ length: limits.batchCalls }, () => createCall());
  const { body } = await runBatch(calls);
  expect(body.answers.every(({ status }: { status: number }) => status === 201)).toBe(true);
  const orders = body.answers.map((answer: { body: { order: number } }) => answer.body.order);
  expect(orders).toEqual(orders.toSorted((a: number, b: number) => a - b));
  expect(await runBatch([...calls, createCall()])).toMatchObject({ status: 400, body: { error: 'invalid' } });
});

test.each([
  ['no calls', []],
  ['calls that are none', 'x'],
  ['a key that is none', [createCall({ key: 'x' })]],
  ['no lane', [createCall({ lane: '' })]],
  ['a method that changes nothing', [createCall({ method: 'GET' })]],
  ['a field too many', [createCall({ surprise: 1 })]],
])('a batch with %s is refused as a whole', async (_name, calls) => {
  expect(await runBatch(calls)).toMatchObject({ status: 400, body: { error: 'invalid' } });
});

test.each([33, 5_000, 100_000])('a body nested %i levels deep is refused for its own command only', async (depth) => {
  const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const good = createCall();
  const deep = JSON.stringify(createCall({ body: 'DEEP' })).replace('"DEEP"', nested);
  const headers = { 'content-type': 'application/json' };
  const { status, body } = await world.call('author', 'POST', batch.path, { body: `{"calls":[${deep},${JSON.stringify(good)}]}`, headers });
  expect(status).toBe(200);
  expect(body.answers).toMatchObject([{ status: 400, body: { error: 'invalid' } }, { status: 201 }]);
  const single = await world.call('author', 'POST', '/api/post', { body: `{"content":${nested}}`, headers });
  expect(single).toMatchObject({ status: 400, body: { error: 'invalid' } });
});

test('an oversized body is refused before it is read', async () => {
  const answer = await runBatch([createCall({ body: { content: 'x'.repeat(limits.bodyBytes) } })]);
  expect(answer).toMatchObject({ status: 413, body: { error: 'too_large' } });
});

test('a stream pokes only when something changed in the scopes of its reader', async () => {
  const { hub } = world.app.deps;
  const [stream, elsewhere] = [await openStream('participant'), await openStream('stranger')];
  expect(stream.response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-event-companion': String(contractVersion),
  });
  await world.call('stranger', 'POST', '/api/post', { body: { content: 'Anderswo' } });
  await vi.waitFor(() => expect(elsewhere.text()).toContain('poke'));
  // Streams with the same scopes are poked together, and the poke comes before the end.
  hub.endAll();
  await vi.waitFor(() => expect(stream.ended()).toBe(true));
  expect(stream.text()).toBe(': ok\n\n');
  const again = await openStream('participant');
  await world.call('author', 'POST', '/api/post', { body: { content: 'Hier' } });
  await vi.waitFor(() => expect(again.text()).toBe(': ok\n\nevent: poke\ndata: {}\n\n'));
});

test('a closed stream is removed at once', async () => {
  const { hub } = world.app.deps;
  const left = nextReaderLeft();
  const stream = await openStream('participant');
  expect(hub.size).toBe(1);
  stream.response.destroy();
  await left;
  expect(hub.size).toBe(0);
});

test('a stream ends with its token, and with the server', async () => {
  const { hub } = world.app.deps;
  const closing = await openStream('participant');
  const before = world.clock.time;
  world.clock.time = before + 60 * 60_000 - 20;
  const expiring = await openStream('author', before);
  await vi.waitFor(() => expect(expiring.ended()).toBe(true));
  expect([closing.ended(), hub.size]).toEqual([false, 1]);
  await world.app.close();
  await vi.waitFor(() => expect(closing.ended()).toBe(true));
});

test('a stream ends with its session, and no other stream does', async () => {
  const { auth, hub } = world.app.deps;
  const [left, stolen, other] = [await auth.sessions.open(4), await auth.sessions.open(4), await openStream('participant')];
  const streams = await Promise.all([left, stolen].map(({ token }) => openStreamWith(`Bearer ${token}`)));
  await world.app.inject({ method: 'POST', url: '/api/users/logout', headers: { authorization: `Bearer ${left.token}` } });
  await vi.waitFor(() => expect(streams.map((stream) => stream.ended())).toEqual([true, false]));
  const { cookie } = await auth.sessions.refresh(stolen.cookie);
  world.clock.time += 61_000;
  await auth.sessions.refresh(cookie);
  await expect(refreshReplacedCookie(auth.sessions, stolen.cookie)).rejects.toThrow('unauthenticated');
  await vi.waitFor(() => expect(streams[1]!.ended()).toBe(true));
  expect([other.ended(), hub.size]).toEqual([false, 1]);
});

test('a stream ends when the scopes of its reader change, so that the reader reconnects with the new ones', async () => {
  const { auth, hub } = world.app.deps;
  const [moved, other] = [await openStream('participant'), await openStream('author')];
  const rechecks = vi.spyOn(auth, 'callerBehind');
  const pokes = () => moved.text().split('poke').length - 1;
  const news = () => hub.publish([scopeOf.user(people.participant.id)]);
  for (const round of [1, 2]) {
    news();
    await vi.waitFor(() => expect(rechecks.mock.settledResults.map(({ type }) => type)).toEqual(Array(round).fill('fulfilled')));
    // The stream continues: a reader with unchanged scopes is poked the next time, too.
    await vi.waitFor(() => expect(pokes()).toBe(round));
  }
  await sqlOf(world.store.reading)
    .insertInto('memberships')
    .values({ user_id: people.participant.id, event_id: away, role: 'participant', version: 1 })
    .execute();
  news();
  await vi.waitFor(() => expect(moved.ended()).toBe(true));
  expect([other.ended(), hub.size]).toEqual([false, 1]);
});

test.each([
  ['session ended', 'POST', 'end-sessions', undefined],
  ['scopes changed', 'PUT', 'event-role', { eventId: home, role: 'admin' }],
] as const)('a stream ends if its %s while it was opened', async (_what, method, path, body) => {
  const { auth } = world.app.deps;
  const authorization = await bearer('participant');
  const { callerOf } = auth;
  // The change happens after the caller was read and before the stream is registered.
  vi.spyOn(auth, 'callerOf').mockImplementationOnce(async (token) => {
    const caller = await callerOf(token);
    const { status } = await world.call('admin', method, `/api/admin/users/${people.participant.id}/${path}`, { body });
    expect(status).toBe(200);
    await newsHeard(world.store);
    return caller;
  });
  const stream = await openStreamWith(authorization);
  await vi.waitFor(() => expect(stream.ended()).toBe(true));
});

/** Resolves when the server has noticed that the next reader has left. */
function nextReaderLeft(): Promise<void> {
  return new Promise((resolve) => {
    world.app.server.once('request', (_request, answer: ServerResponse) => answer.once('close', resolve));
  });
}

async function bearer(who: keyof typeof people = 'author', at = world.clock.time): Promise<string> {
  const { clock } = world;
  const now = clock.time;
  clock.time = at;
  const { token } = await world.app.deps.auth.sessions.open(people[who].id);
  clock.time = now;
  return `Bearer ${token}`;
}

async function open(path: string, headers: Record<string, string>, authorization?: string): Promise<IncomingMessage> {
  if (!world.app.server.listening) await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  const all = { ...headers, authorization: authorization ?? (await bearer()) };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: all, agent: false }, resolve).on('error', reject);
  });
}

async function openStream(who: keyof typeof people, tokenFrom?: number) {
  return openStreamWith(await bearer(who, tokenFrom));
}

async function openStreamWith(authorization: string) {
  const response = await open('/api/sync/events', {}, authorization);
  let text = '';
  let ended = false;
  response.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk));
  response.on('close', () => void (ended = true)).on('error', () => void (ended = true));
  return { response, text: () => text, ended: () => ended };
}
