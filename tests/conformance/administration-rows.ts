import { away, home, people } from '../fixtures/camp.ts';
import { type Row, signedIn, type Statuses } from './callers.ts';

const globalAdmins = (status: number): Statuses => [401, 401, 403, 403, 403, 403, 403, 403, status];
const adminsOfHome = (status: number): Statuses => [401, 401, 403, 403, 403, 403, status, 403, status];
const adminsOfAway = (status: number): Statuses => [401, 401, 404, 404, 404, 403, 404, status, status];

const user = (id: number, rest = '') => `/api/admin/users/${id}${rest}`;
const member = (event: number, id: number, rest = '') => `/api/event/${event}/participant/${id}${rest}`;
const nowhere = 4_711;
const empty = { body: {} };
const asAdmin = { body: { role: 'admin' } };
const asParticipant = { body: { role: 'participant' } };
const inHome = { body: { eventId: home, role: 'participant' } };
const erased = { body: { shared: 'delete', name: 'author' } };

/** Admin routes about people, with the status for each caller. */
export const administrationRows: Record<string, Row | readonly Row[]> = {
  'GET /api/admin/users': [
    { statuses: globalAdmins(200) },
    { statuses: globalAdmins(200), url: '/api/admin/users?page=&limit=&search=author' },
    { statuses: globalAdmins(400), url: '/api/admin/users?page=x' },
  ],
  'GET /api/admin/users/:id': [
    { statuses: globalAdmins(200), url: user(people.author.id) },
    { statuses: globalAdmins(404), url: user(nowhere) },
  ],
  'PUT /api/admin/users/:id/role': [
    { statuses: globalAdmins(200), url: user(people.author.id, '/role'), options: asAdmin, changesCallers: true },
    { statuses: globalAdmins(409), url: user(people.admin.id, '/role'), options: { body: { role: 'user' } } },
    { statuses: globalAdmins(404), url: user(nowhere, '/role'), options: asAdmin },
    { statuses: globalAdmins(400), url: user(people.author.id, '/role'), options: asParticipant },
  ],
  'PUT /api/admin/users/:id/event-role': [
    { statuses: globalAdmins(200), url: user(people.outsider.id, '/event-role'), options: inHome, changesCallers: true },
    { statuses: globalAdmins(404), url: user(nowhere, '/event-role'), options: inHome },
    {
      statuses: globalAdmins(404),
      url: user(people.outsider.id, '/event-role'),
      options: { body: { eventId: nowhere, role: null } },
    },
  ],
  'POST /api/admin/users/:id/end-sessions': [
    { statuses: globalAdmins(200), url: user(people.author.id, '/end-sessions'), changesCallers: true },
    { statuses: globalAdmins(409), url: user(people.admin.id, '/end-sessions'), options: empty },
    { statuses: globalAdmins(404), url: user(nowhere, '/end-sessions'), options: empty },
  ],
  'POST /api/admin/users/:id/reset-link': [
    { statuses: globalAdmins(200), url: user(people.author.id, '/reset-link'), options: empty },
    { statuses: globalAdmins(404), url: user(nowhere, '/reset-link') },
  ],
  'POST /api/admin/users/:id/erase': [
    { statuses: globalAdmins(200), url: user(people.author.id, '/erase'), options: erased, changesCallers: true },
    { statuses: globalAdmins(422), url: user(people.orga.id, '/erase'), options: erased },
    { statuses: globalAdmins(409), url: user(people.admin.id, '/erase'), options: { body: { shared: 'delete', name: 'admin' } } },
    { statuses: globalAdmins(404), url: user(nowhere, '/erase'), options: erased },
  ],
  'GET /api/admin/audit': [
    { statuses: globalAdmins(200) },
    { statuses: globalAdmins(200), url: '/api/admin/audit?kind=codes&event=1&user=2&from=2026-11-21T00:00:00Z&to=' },
    { statuses: globalAdmins(400), url: '/api/admin/audit?kind=nothing' },
  ],
  'GET /api/event/:id/participant/:userId/role': [
    { statuses: adminsOfHome(200), url: member(home, people.author.id, '/role') },
    { statuses: adminsOfAway(200), url: member(away, people.stranger.id, '/role') },
    { statuses: adminsOfHome(404), url: member(home, people.outsider.id, '/role') },
    { statuses: signedIn(404), url: member(nowhere, people.author.id, '/role') },
  ],
  'PUT /api/event/:id/participant/:userId/role': [
    { statuses: adminsOfHome(200), url: member(home, people.author.id, '/role'), options: asAdmin, changesCallers: true },
    { statuses: adminsOfHome(404), url: member(home, people.outsider.id, '/role'), options: asAdmin },
    // The last event admin: only a global admin may.
    {
      statuses: [401, 401, 403, 403, 403, 403, 409, 403, 200],
      url: member(home, people.orga.id, '/role'),
      options: asParticipant,
      changesCallers: true,
    },
    { statuses: signedIn(404), url: member(nowhere, people.author.id, '/role'), options: asAdmin },
  ],
  'POST /api/event/:id/participant/:userId/remove': [
    {
      statuses: adminsOfHome(200),
      url: member(home, people.outsider.id, '/remove'),
      options: { body: { newCodes: false, content: false } },
    },
    {
      statuses: adminsOfAway(200),
      url: member(away, people.outsider.id, '/remove'),
      options: { body: { newCodes: false, content: true } },
    },
    { statuses: signedIn(404), url: member(nowhere, people.author.id, '/remove'), options: { body: { newCodes: false, content: false } } },
    { statuses: signedIn(400), url: member(home, people.author.id, '/remove'), options: { body: {} } },
  ],
  'GET /api/event/:id/participant/:userId/content': [
    { statuses: adminsOfHome(200), url: member(home, people.author.id, '/content') },
    { statuses: adminsOfAway(200), url: member(away, people.stranger.id, '/content') },
    { statuses: adminsOfHome(404), url: member(home, 4711, '/content') },
    { statuses: signedIn(404), url: member(nowhere, people.author.id, '/content') },
  ],
  'DELETE /api/event/:id/participant/:userId/content': [
    { statuses: adminsOfHome(200), url: member(home, people.author.id, '/content') },
    { statuses: adminsOfAway(200), url: member(away, people.stranger.id, '/content') },
    { statuses: adminsOfHome(404), url: member(home, 4711, '/content') },
    { statuses: signedIn(404), url: member(nowhere, people.author.id, '/content') },
  ],
  'GET /api/event/:id/star-counts': [
    { statuses: adminsOfHome(200), url: `/api/event/${home}/star-counts` },
    { statuses: adminsOfAway(200), url: `/api/event/${away}/star-counts` },
    { statuses: signedIn(404), url: `/api/event/${nowhere}/star-counts` },
  ],
  'GET /api/event/:id/removed': [
    { statuses: adminsOfHome(200), url: `/api/event/${home}/removed` },
    { statuses: adminsOfAway(200), url: `/api/event/${away}/removed` },
    { statuses: signedIn(404), url: `/api/event/${nowhere}/removed` },
  ],
  'DELETE /api/event/:id/removed/:removalId': [
    { statuses: adminsOfHome(200), url: `/api/event/${home}/removed/01900000-0000-7000-8000-000000000001` },
    { statuses: adminsOfAway(200), url: `/api/event/${away}/removed/01900000-0000-7000-8000-000000000001` },
    { statuses: signedIn(404), url: `/api/event/${nowhere}/removed/01900000-0000-7000-8000-000000000001` },
  ],
  'DELETE /api/event/:id/participant/:userId': [
    // The second deletion finds no person.
    { statuses: [401, 401, 403, 403, 403, 403, 200, 403, 404], url: member(home, people.participant.id), changesCallers: true },
    { statuses: [401, 401, 404, 404, 404, 403, 404, 200, 404], url: member(away, people.stranger.id), changesCallers: true },
    { statuses: [401, 401, 403, 403, 403, 403, 409, 403, 200], url: member(home, people.orga.id), changesCallers: true },
    { statuses: signedIn(404), url: member(nowhere, people.author.id) },
  ],
};
