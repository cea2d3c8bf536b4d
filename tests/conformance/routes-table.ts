import { home, insertRows, photoOf, postOf } from '../fixtures/camp.ts';
import type { World } from '../fixtures/world.ts';
import { administrationRows } from './administration-rows.ts';
import { adminEventsRows } from './admin-events-rows.ts';
import {
  changedByAuthor,
  createdAtHome,
  everybody,
  membersOfAway,
  ownedAtHome,
  ofOwnEvent,
  removedByAuthor,
  type Row,
  signedIn,
  readByMembers,
} from './callers.ts';
import { communityRows } from './community-rows.ts';
import { datingRows } from './dating-rows.ts';
import { organisersRows } from './organisers-rows.ts';
import { samplePicture } from './samples.ts';

/** Inserts a new post by the author for each caller, and returns its path. */
async function postPath(world: World): Promise<string> {
  const post = postOf('author');
  await insertRows(world.store, world.clock, 'posts', [post]);
  return `/api/post/${post.id}`;
}

async function photoPath(world: World): Promise<string> {
  const photo = photoOf('author');
  await insertRows(world.store, world.clock, 'photos', [photo]);
  return `/api/photo/${photo.id}`;
}

const pieceName = '01900000-0000-7000-8000-000000000001';

/** Rows by route; the world is the one that is open when a row is tested. */
export const routesTable = (worldOf: () => World): Record<string, Row | readonly Row[]> => ({
  ...adminEventsRows,
  ...organisersRows(worldOf),
  ...communityRows(worldOf),
  ...datingRows,
  ...administrationRows,
  'GET /healthz': { statuses: everybody(200) },
  'GET /readyz': { statuses: everybody(200) },
  // For callers on the same machine, as in tests.
  'GET /metrics': { statuses: everybody(200) },
  // An anonymous caller receives a csrf token; an invalid access token is rejected.
  'GET /api/users/me': { statuses: [200, 401, 200, 200, 200, 200, 200, 200, 200] },
  // Wrong on purpose: every caller gets as far as the check of the body.
  'POST /api/users/login': { statuses: everybody(400), options: { body: {} } },
  'POST /api/users/tfa': { statuses: everybody(400), options: { body: {} } },
  'POST /api/users/me': { statuses: signedIn(200), options: { body: { whatsapp: '+49 170 1' } } },
  'GET /images/people/:name': { statuses: everybody(404), url: `/images/people/${'k'.repeat(22)}-1x1.webp` },
  'GET /api/users/me/data': { statuses: signedIn(200) },
  'POST /api/users/me/delete': { statuses: signedIn(400), options: { body: {} } },
  'GET /api/users/me/deleted': { statuses: everybody(200) },
  'POST /api/users/me/password': { statuses: signedIn(400), options: { body: {} } },
  'POST /api/users/me/proof': { statuses: signedIn(400), options: { body: {} } },
  'POST /api/users/me/tfa/setup': { statuses: signedIn(400), options: { body: {} } },
  'POST /api/users/me/tfa': { statuses: signedIn(400), options: { body: {} } },
  'POST /api/users/me/tfa/off': { statuses: signedIn(400), options: { body: {} } },
  'POST /api/users/me/tfa/recovery-codes': { statuses: signedIn(400), options: { body: {} } },
  'GET /api/users/sessions': { statuses: signedIn(200) },
  // A row of the author, which is missing for everybody else.
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
  'DELETE /api/post/:id': { statuses: removedByAuthor, url: () => postPath(worldOf()) },
  'PUT /api/post/:id/follow': {
    statuses: ownedAtHome,
    url: async () => `${await postPath(worldOf())}/follow`,
    options: { body: { state: 'muted' } },
  },
  'POST /api/photo': {
    statuses: createdAtHome,
    options: { body: { url: samplePicture, description: 'Der Steg', event: home } },
  },
  'PUT /api/photo/:id/picture': {
    statuses: changedByAuthor,
    url: async () => `${await photoPath(worldOf())}/picture`,
    options: { body: { url: samplePicture } },
  },
  'DELETE /api/photo/:id': { statuses: removedByAuthor, url: () => photoPath(worldOf()) },
  'GET /api/photo': [{ statuses: ofOwnEvent }, ...readByMembers((event) => `/api/photo?page=1&eventId=${event}`)],
  // The link alone opens it; this one leads nowhere.
  'GET /images/photos/:name': { statuses: everybody(404), url: `/images/photos/${'n'.repeat(22)}-1x1.webp` },
  'POST /api/uploads/:name': {
    statuses: signedIn(200),
    url: `/api/uploads/${pieceName}?offset=0`,
    options: { body: Buffer.from('RIFF'), headers: { 'content-type': 'application/octet-stream' } },
  },
  'GET /api/uploads/:name': { statuses: signedIn(200), url: `/api/uploads/${pieceName}` },
  'POST /api/batch': { statuses: signedIn(400), options: { body: {} } },
  'GET /api/sync': { statuses: signedIn(200) },
  // An accepted stream does not end; see the test of the event stream.
  'GET /api/sync/events': { statuses: [401, 401, 0, 0, 0, 0, 0, 0, 0] },
  'GET /api/users/me/menu': { statuses: ofOwnEvent },
  'GET /api/modules': { statuses: ofOwnEvent },
  'GET /api/modules/all': { statuses: ofOwnEvent },
  'GET /api/event/:id/menu': readByMembers((event) => `/api/event/${event}/menu`),
  'GET /api/event': { statuses: everybody(200) },
  'GET /api/event/by-code/:code': [
    { statuses: [200, 401, 200, 200, 200, 200, 200, 200, 200], url: '/api/event/by-code/CAMP-OPEN' },
    { statuses: [404, 401, 404, 404, 404, 404, 404, 404, 404], url: '/api/event/by-code/CAMP-SHUT' },
  ],
  // A visible event without a code is open to everybody who sees it; a hidden one only to its members and with a code.
  'POST /api/event/:id/switch': [
    { statuses: signedIn(200), url: '/api/event/1/switch', options: { body: {} }, changesCallers: true },
    { statuses: membersOfAway, url: '/api/event/2/switch', options: { body: {} }, changesCallers: true },
    { statuses: membersOfAway, url: '/api/event/2/switch', options: { body: { eventCode: 'CAMP-OPEN' } }, changesCallers: true },
    { statuses: signedIn(404), url: '/api/event/4711/switch', options: { body: {} } },
  ],
  // A caller outside the event has left it already; its last admin stays.
  'POST /api/event/:id/leave': [
    {
      statuses: [401, 401, 200, 200, 200, 200, 409, 200, 200],
      url: '/api/event/1/leave',
      options: { body: { sure: true } },
      changesCallers: true,
    },
    { statuses: signedIn(200), url: '/api/event/4711/leave', options: { body: {} } },
  ],
  'GET /api/event/:id/schedule': readByMembers((event) => `/api/event/${event}/schedule`),
  'GET /api/event/:id/homescreen': readByMembers((event) => `/api/event/${event}/homescreen`),
  'GET /api/post': { statuses: ofOwnEvent },
  // The other event has no code.
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
  // Without the service worker, shared content leads to the app.
  'POST /shared': { statuses: everybody(303) },
  'GET /*': { statuses: everybody(404), url: '/nothing-here.js' },
});
