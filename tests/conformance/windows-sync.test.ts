import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventsByWindow, feedLinesByColumn, feedLinesByWindow, type FeedPage } from '#contract/endpoints/core.ts';
import { pageOfLine } from '#contract/rules/feed-tables.ts';
import { windowSizes } from '#contract/rules/windows.ts';
import { scopeOf } from '#contract/scope.ts';
import { home, insertRows, people, postOf } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

const { bigMembers } = windowSizes;
let world: World;

beforeEach(async () => {
  world = await openWorld();
  const rows = Array.from({ length: 700 }, (_, index) => postOf('author', { order: 1_000 + index }));
  await insertRows(world.store, world.clock, 'posts', rows);
});

afterEach(async () => {
  windowSizes.bigMembers = bigMembers;
  await world.close();
});

async function linesFor(accept: string, path = '/api/sync?piecewise=1'): Promise<{ text: string; pages: FeedPage[] }> {
  const { text } = await world.call('participant', 'GET', path, { headers: { accept } });
  const lines = text.trimEnd().split('\n');
  return { text, pages: lines.map((line) => pageOfLine(JSON.parse(line))) };
}

test('a small event gives an app with windows the same bytes as one without', async () => {
  expect((await linesFor(feedLinesByWindow)).text).toBe((await linesFor(feedLinesByColumn)).text);
});

test('a big event gives the newest rows by column to an app with windows, and all to one without', async () => {
  const { text: before } = await linesFor(feedLinesByColumn);
  windowSizes.bigMembers = 1;
  expect((await linesFor(feedLinesByColumn)).text).toBe(before);
  const { text, pages } = await linesFor(feedLinesByWindow);
  const posts = pages.flatMap((page) => page.with ?? []).filter(({ resource }) => resource === 'posts');
  expect(posts.length).toBeGreaterThanOrEqual(windowSizes.posts.first);
  expect(posts.length).toBeLessThan(windowSizes.posts.first + 10);
  expect(text).toContain('"withTables":[{"resource":"posts"');
  const floors = Object.assign({}, ...pages.flatMap((page) => page.windows!.map((window) => window.floors))) as Record<string, number>;
  expect(floors['posts']).toBe(1_000 + 700 - windowSizes.posts.first);
  const level = await linesFor(feedLinesByWindow, `/api/sync?piecewise=1&cursor=${pages.at(-1)!.cursor}`);
  expect(level.pages).toMatchObject([{ more: false, changes: [], with: [], windows: [{ floors: {} }] }]);
});

test('a stream of a big event is poked when people join only if its app has no windows', async () => {
  windowSizes.bigMembers = 1;
  const { hub, sizes } = world.app.deps;
  const counts = vi.spyOn(sizes, 'of');
  const [whole, windowed] = [await openStream('text/event-stream'), await openStream(eventsByWindow)];
  await vi.waitFor(() => expect(counts.mock.settledResults).toMatchObject([{ type: 'fulfilled' }]));
  hub.publish([`${scopeOf.event(home)}~`]);
  await vi.waitFor(() => expect(whole()).toContain('poke'));
  expect(windowed()).not.toContain('poke');
  hub.publish([scopeOf.event(home)]);
  await vi.waitFor(() => expect(windowed()).toContain('poke'));
});

async function openStream(accept: string): Promise<() => string> {
  if (!world.app.server.listening) await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  const { token } = await world.app.deps.auth.sessions.open(people.participant.id);
  const headers = { accept, authorization: `Bearer ${token}` };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/api/sync/events', headers, agent: false }, resolve).on('error', reject);
  });
  let text = '';
  response
    .setEncoding('utf8')
    .on('data', (chunk: string) => void (text += chunk))
    .on('error', () => undefined);
  return () => text;
}
