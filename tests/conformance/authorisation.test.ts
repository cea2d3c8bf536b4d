import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { home, insertRows, people, type PersonName, photoOf, postOf } from '../fixtures/camp.ts';
import { type CallOptions, openWorld, type World } from '../fixtures/world.ts';
import { someOnPostgres } from '../setup/tier.ts';
import { samplePicture } from './samples.ts';
import {
  type CallerName,
  callers,
  changedByAuthor,
  createdAtHome,
  everybody,
  membersOfAway,
  membersOfHome,
  ofOwnEvent,
  removedByAuthor,
  type Row,
  signedIn,
} from './callers.ts';
import { administrationRows } from './administration-rows.ts';
import { adminEventsRows } from './admin-events-rows.ts';
import { communityRows } from './community-rows.ts';
import { datingRows } from './dating-rows.ts';
import { organisersRows } from './organisers-rows.ts';

/**
 * Every route and what each of nine callers is answered. A route that the app has and this table has not fails the test, and the other
 * way round. The statuses are written down, not worked out, so that a change of the rules has to be made in two places.
 */

let world: World;

/** A post by the person called author, put in place for each caller anew. */
async function postPath(): Promise<string> {
  const post = postOf('author');
  await insertRows(world.store, world.clock, 'posts', [post]);
  return `/api/post/${post.id}`;
}

async function photoPath(): Promise<string> {
  const photo = photoOf('author');
  await insertRows(world.store, world.clock, 'photos', [photo]);
  return `/api/photo/${photo.id}`;
}

const pieceName = '01900000-0000-7000-8000-000000000001';

const table: Record<string, Row | readonly Row[]> = {
  ...adminEventsRows,
  ...organisersRows(() => world),
  ...communityRows(() => world),
  ...datingRows,
  ...administrationRows,
  'GET /healthz': { statuses: everybody(200) },
  'GET /readyz': { statuses: everybody(200) },
  // For callers on the machine itself, which is where tests call from.
  'GET /metrics': { statuses: everybody(200) },
  // Nobody gets the token of a login; a bearer that opens nothing is told so.
  'GET /api/users/me': { statuses: [200, 401, 200, 200, 200, 200, 200, 200, 200] },
  // Wrong on purpose: what counts is that everybody gets as far as having it looked at.
  'POST /api/users/login': { statuses: everybody(400), options: { body: {} } },
  'POST /api/users/tfa': { statuses: everybody(400), options: { body: {} } },
  'POST /api/users/me': { statuses: signedIn(200), options: { body: { whatsapp: '+49 170 1' } } },
  'GET /images/people/:name': { statuses: everybody(404), url: `/images/people/${'k'.repeat(22)}-1x1.webp` },
  'GET /api/users/me/data': { statuses: signedIn(200) },
  'POST /api/users/me/delete': { statuses: signedIn(400), options: { body: {} } },
  'GET /api/users/me/deleted': { statuses: everybody(200) },
  'POST /api/users/me/password': { statuses: signedIn(400), options: { body: {} } },
  'POST /api/users/me/tfa/setup': { statuses: signedIn(400), options: { body: {} } },
  'POST /api/users/me/tfa': { statuses: signedIn(400), options: { body: {} } },
  'POST /api/users/me/tfa/off': { statuses: signedIn(400), options: { body: {} } },
  'POST /api/users/me/tfa/recovery-codes': { statuses: signedIn(400), options: { body: {} } },
  'GET /api/users/sessions': { statuses: signedIn(200) },
  // One of the author's, which nobody else hears is there.
  'DELETE /api/users/sessions/:id': { statuses: [401, 401, 404, 404, 200, 404, 404, 404, 404], url: '/api/users/sessions/author' },
  'DELETE /api/users/sessions': { statuses: signedIn(200) },
  'GET /api/site': { statuses: everybody(200) },
  'POST /api/users/register': { statuses: everybody(400), options: { body: {} } },
  'POST /api/users/verify-email': { statuses: everybody(410), options: { body: { token: 'made-up' } } },
  'POST /api/users/resend-verification': { statuses: everybody(200), options: { body: {} } },
  'POST /api/users/me/address': { statuses: signedIn(400), options: { body: {} } },
  'POST /api/users/revert-address': { statuses: everybody(410), options: { body: { token: 'made-up' } } },
  'POST /api/users/forgot-password': { statuses: everybody(400), options: { body: {} } },
  'POST /api/users/reset-password': { statuses: everybody(400), options: { body: {} } },
  'GET /api/users/refresh': { statuses: everybody(401), options: { headers: { 'sec-fetch-site': 'same-origin' } } },
  'POST /api/users/logout': { statuses: everybody(200), changesCallers: true },
  'POST /api/post': { statuses: createdAtHome, options: { body: { content: 'Hallo', event: home } } },
  'DELETE /api/post/:id': { statuses: removedByAuthor, url: postPath },
  'POST /api/photo': {
    statuses: createdAtHome,
    options: { body: { url: samplePicture, description: 'Der Steg', event: home } },
  },
  'PUT /api/photo/:id/picture': {
    statuses: changedByAuthor,
    url: async () => `${await photoPath()}/picture`,
    options: { body: { url: samplePicture } },
  },
  'DELETE /api/photo/:id': { statuses: removedByAuthor, url: photoPath },
  'GET /api/photo': [
    { statuses: ofOwnEvent },
    { statuses: membersOfHome, url: '/api/photo?page=1&eventId=1' },
    { statuses: membersOfAway, url: '/api/photo?page=1&eventId=2' },
    { statuses: signedIn(404), url: '/api/photo?page=1&eventId=4711' },
  ],
  // Who has the link may look; this one leads nowhere.
  'GET /images/photos/:name': { statuses: everybody(404), url: `/images/photos/${'n'.repeat(22)}-1x1.webp` },
  'POST /api/uploads/:name': {
    statuses: signedIn(200),
    url: `/api/uploads/${pieceName}?offset=0`,
    options: { body: Buffer.from('RIFF'), headers: { 'content-type': 'application/octet-stream' } },
  },
  'GET /api/uploads/:name': { statuses: signedIn(200), url: `/api/uploads/${pieceName}` },
  'POST /api/batch': { statuses: signedIn(400), options: { body: {} } },
  'GET /api/sync': { statuses: signedIn(200) },
  // A stream that is let in does not end; see the test of the event stream.
  'GET /api/sync/events': { statuses: [401, 401, 0, 0, 0, 0, 0, 0, 0] },
  'GET /api/users/me/menu': { statuses: ofOwnEvent },
  'GET /api/modules': { statuses: ofOwnEvent },
  'GET /api/modules/all': { statuses: ofOwnEvent },
  'GET /api/event/:id/menu': [
    { statuses: membersOfHome, url: '/api/event/1/menu' },
    { statuses: membersOfAway, url: '/api/event/2/menu' },
    { statuses: signedIn(404), url: '/api/event/4711/menu' },
  ],
  'GET /api/event': { statuses: everybody(200) },
  // A bearer that opens nothing is told so.
  'GET /api/event/by-code/:code': [
    { statuses: [200, 401, 200, 200, 200, 200, 200, 200, 200], url: '/api/event/by-code/CAMP-OPEN' },
    { statuses: [404, 401, 404, 404, 404, 404, 404, 404, 404], url: '/api/event/by-code/CAMP-SHUT' },
  ],
  // Whoever may know of an event that needs no code goes there; one that is hidden is there for its members, and for who has a code.
  'POST /api/event/:id/switch': [
    { statuses: signedIn(200), url: '/api/event/1/switch', options: { body: {} }, changesCallers: true },
    { statuses: membersOfAway, url: '/api/event/2/switch', options: { body: {} }, changesCallers: true },
    { statuses: membersOfAway, url: '/api/event/2/switch', options: { body: { eventCode: 'CAMP-OPEN' } }, changesCallers: true },
    { statuses: signedIn(404), url: '/api/event/4711/switch', options: { body: {} } },
  ],
  // Who is not in it has left it; its last admin stays.
  'POST /api/event/:id/leave': [
    {
      statuses: [401, 401, 200, 200, 200, 200, 409, 200, 200],
      url: '/api/event/1/leave',
      options: { body: { sure: true } },
      changesCallers: true,
    },
    { statuses: signedIn(200), url: '/api/event/4711/leave', options: { body: {} } },
  ],
  'GET /api/event/:id/schedule': [
    { statuses: membersOfHome, url: '/api/event/1/schedule' },
    { statuses: membersOfAway, url: '/api/event/2/schedule' },
    { statuses: signedIn(404), url: '/api/event/4711/schedule' },
  ],
  'GET /api/event/:id/homescreen': [
    { statuses: membersOfHome, url: '/api/event/1/homescreen' },
    { statuses: membersOfAway, url: '/api/event/2/homescreen' },
    { statuses: signedIn(404), url: '/api/event/4711/homescreen' },
  ],
  'GET /api/post': { statuses: ofOwnEvent },
  // Nobody made a code for the other event.
  'GET /api/event/sharecode': { statuses: [401, 401, 404, 200, 200, 404, 200, 404, 200] },
  'GET /api/announcement': { statuses: ofOwnEvent },
  'GET /images/logo': { statuses: everybody(200) },
  'GET /images/events/:id/event-header.png': { statuses: everybody(200), url: '/images/events/1/event-header.png' },
  'GET /api/docs': { statuses: everybody(200) },
  'GET /api/docs/json': { statuses: everybody(200) },
  'GET /api/docs/yaml': { statuses: everybody(200) },
  'GET /api/docs/static/index.html': { statuses: everybody(302) },
  'GET /api/docs/static/swagger-initializer.js': { statuses: everybody(200) },
  'GET /api/docs/static/*': { statuses: everybody(200), url: '/api/docs/static/swagger-ui.css' },
  'GET /*': { statuses: everybody(404), url: '/nothing-here.js' },
};

const rows = Object.entries(table).flatMap(([route, given]) => [given].flat().map((row) => ({ route, ...row })));

/** A token that was good until its session was ended. */
async function endedSession(): Promise<Record<string, string>> {
  const { sessions } = world.app.deps.auth;
  const { token, sessionId } = await sessions.open(people.author.id);
  await sessions.close({ sessionId, userId: people.author.id });
  return { authorization: `Bearer ${token}` };
}

async function callAs(caller: CallerName, method: string, path: string, { headers, ...options }: CallOptions = {}): Promise<number> {
  const person: PersonName | null = caller === 'anonymous' || caller === 'ended' ? null : caller;
  const token = caller === 'ended' ? await endedSession() : {};
  return (await world.call(person, method, path, { ...options, headers: { ...headers, ...token } })).status;
}

async function statusOf({ route, url, options }: (typeof rows)[number], caller: CallerName): Promise<number> {
  const [method, pattern] = route.split(' ') as [string, string];
  const path = typeof url === 'function' ? await url() : (url ?? pattern);
  return callAs(caller, method, path, options);
}

beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

/** The tests of this block have a world of their own. */
function apart(): void {
  let shared: World;
  beforeAll(async () => void ([shared, world] = [world, await openWorld()]));
  afterAll(async () => {
    await world.close();
    world = shared;
  });
}

describe.each(someOnPostgres(rows))('$route $url', (row) => {
  if (row.changesCallers) apart();

  const expected = callers.map((caller, index) => ({ caller, status: row.statuses[index] as number })).filter(({ status }) => status > 0);

  test.each(expected)('$caller: $status', async ({ caller, status }) => {
    expect(await statusOf(row, caller)).toBe(status);
  });
});

describe('the table', () => {
  test('has every route of the app, and no other', () => {
    const routes = world.app.routeTable().filter(({ method }) => method !== 'HEAD');
    expect(routes.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(Object.keys(table).toSorted());
  });

  test('a HEAD is as open as its GET', () => {
    const routes = world.app.routeTable();
    for (const { url, access } of routes.filter(({ method }) => method === 'HEAD')) {
      expect(routes.find((route) => route.method === 'GET' && route.url === url)?.access).toBe(access);
    }
  });
});
