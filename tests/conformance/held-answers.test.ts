import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { limits } from '#contract/limits.ts';
import { answersOfSession } from '#server/http/hooks/answers-in-flight.ts';
import type { BaseRow } from '#contract/resource.ts';
import { calendarLinkId, schedulePath } from '#contract/resources/calendars.ts';
import { calendarSecret, home, insertRows, people, type PersonName, postOf } from '../fixtures/camp.ts';
import { RawSockets } from '../fixtures/server/raw-sockets.ts';
import { watchStatements } from '../fixtures/databases/statements.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
const sockets = new RawSockets();
beforeEach(async () => {
  world = await openWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  sockets.destroy();
  return world.close();
});

/** Returns a function that opens requests of one session without reading their answers. */
async function readersOf(who: PersonName, path: string): Promise<() => Promise<Socket>> {
  const { token } = await world.app.deps.auth.sessions.open(people[who].id);
  return async () => {
    const socket = await sockets.to(world.app);
    socket.pause();
    socket.write([`GET ${path} HTTP/1.1`, `Authorization: Bearer ${token}`, 'Host: 127.0.0.1', '', ''].join('\r\n'));
    return socket;
  };
}

/** Inserts much more than a socket buffers unread. */
async function fill(): Promise<void> {
  const rows = Array.from({ length: 4_000 }, () => postOf('author', { content: 'x'.repeat(limits.postLength) }));
  await insertRows(world.store, world.clock, 'posts', rows);
}

test('a person gets one download of their data at a time', async () => {
  await fill();
  const reader = await readersOf('author', '/api/users/me/data');
  const reading = await reader();
  // The download has begun: a faster request would take its place.
  await once(reading, 'readable');
  expect((await world.call('author', 'GET', '/api/users/me/data')).status).toBe(429);
  expect((await world.call('participant', 'GET', '/api/users/me/data')).status).toBe(200);
  reading.destroy();
  await vi.waitFor(async () => expect((await world.call('author', 'GET', '/api/users/me/data')).status).toBe(200));
}, 60_000);

test('a session gets a dozen answers at once, and more are refused until one ends', async () => {
  const readMe = (who: PersonName) => world.call(who, 'GET', '/api/users/me');
  await readMe('author');
  const answers = await Promise.all(Array.from({ length: answersOfSession + 5 }, () => readMe('author')));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => [status, (body as { error: string }).error])).toEqual(
    Array.from({ length: 5 }, () => [429, 'too_many_requests']),
  );
  expect((await readMe('author')).status).toBe(200);
});

test('a download is read from the database page by page, at the pace of its reader', async () => {
  await fill();
  const watching = watchStatements();
  const pages = (): number => watching.statements.filter((text) => text.includes('from "posts"') && text.includes('offset')).length;
  await (
    await readersOf('author', '/api/users/me/data')
  )();
  await vi.waitFor(() => expect(pages()).toBeGreaterThan(0));
  for (let call = 0; call < 5; call += 1) await world.call('participant', 'GET', '/api/users/me');
  watching.stop();
  // All pages would be nine.
  expect(pages()).toBeLessThan(7);
}, 60_000);

test('the schedule for calendars is read page by page, at the pace of its reader', async () => {
  const [entry] = (await world.pull('orga')).changes.filter(({ resource }) => resource === 'schedule');
  const details = 'x'.repeat(limits.textLength);
  const rows = Array.from({ length: 1_000 }, () => ({ ...(entry!.row as BaseRow), id: uuidv7(), details }));
  await insertRows(world.store, world.clock, 'schedule', rows);
  const path = schedulePath(calendarLinkId(home, people.orga.id), calendarSecret);
  const watching = watchStatements();
  const pages = (): number => watching.statements.filter((text) => /from "schedule\w*".*"id" in/.test(text)).length;
  const reader = await readersOf('orga', path);
  const reading = await reader();
  await vi.waitFor(() => expect(pages()).toBeGreaterThan(0));
  for (let call = 0; call < 5; call += 1) await world.call('participant', 'GET', '/api/users/me');
  expect(pages()).toBeLessThan(9);
  reading.resume();
  await vi.waitFor(() => expect(pages()).toBe(11));
  watching.stop();
  expect((await world.call(null, 'GET', path)).text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1_001);
}, 60_000);

test('a page of the feed ends at about a megabyte, and no row is missing', async () => {
  const rows = Array.from({ length: 700 }, (_, index) => postOf('author', { content: String(index).padEnd(limits.postLength, 'x') }));
  const { cursor } = await world.pull('participant');
  await insertRows(world.store, world.clock, 'posts', rows);
  const load = async (from: string | undefined): Promise<{ sizes: number[]; ids: Set<string> }> => {
    const [sizes, ids] = [[] as number[], new Set<string>()];
    for (let at = from; ;) {
      const { text, body } = await world.call('participant', 'GET', at === undefined ? '/api/sync' : `/api/sync?cursor=${at}`);
      sizes.push(text.length);
      for (const { id } of body.changes as { id: string }[]) ids.add(id);
      if (!body.more) return { sizes, ids };
      at = body.cursor as string;
    }
  };
  for (const { sizes, ids } of [await load(cursor), await load(undefined)]) {
    expect(Math.max(...sizes)).toBeLessThan(2 * limits.feedPageBytes);
    expect(rows.filter(({ id }) => !ids.has(id))).toEqual([]);
  }
}, 60_000);

test('a list without pages ends at about four megabytes', async () => {
  const long = 'x'.repeat(limits.textLength);
  const meetup = (index: number) => ({
    id: `0190a000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    version: 1,
    eventId: home,
    authorId: people.author.id,
    title: String(index),
    description: long,
    startDate: '2030-01-01T00:00:00.000Z',
    createdAt: '2026-11-01T00:00:00.000Z',
  });
  await insertRows(
    world.store,
    world.clock,
    'meetups',
    Array.from({ length: 900 }, (_, index) => meetup(index)),
  );
  const { status, text } = await world.call('participant', 'GET', '/api/meetup');
  expect(status).toBe(200);
  expect(text.length).toBeLessThan(1.2 * limits.listBytes);
  expect(text.length).toBeGreaterThan(0.9 * limits.listBytes);
}, 60_000);

test('the replies of a thread end at forty thousand characters, the newest first', async () => {
  const first = postOf('author', { order: 1 });
  const replies = Array.from({ length: 20 }, (_, index) =>
    postOf('author', { replyToId: first.id, order: index + 2, content: String(index).padEnd(limits.postLength, 'x') }),
  );
  await insertRows(world.store, world.clock, 'posts', [first, ...replies]);
  const { body } = await world.call('participant', 'GET', '/api/post?page=1&limit=100');
  const thread = (body.posts as { id: string; replies: { content: string }[] }[]).find(({ id }) => id === first.id)!;
  expect(thread.replies.map(({ content }) => content.replace(/x+$/, ''))).toEqual(['12', '13', '14', '15', '16', '17', '18', '19']);
}, 60_000);
