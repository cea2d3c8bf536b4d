import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TOTP } from 'otpauth';
import { sqlOf } from '#server/store/core/handles.ts';
import { cheapHash } from '../fixtures/server/cheap-hash.ts';
import { away, home, people } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { samplePicture } from './samples.ts';

/** The caller: nobody, or a person with the token of a session that began with a password. */
type Who = 'nobody' | 'author' | 'orga' | 'admin';

interface Row {
  readonly who: Who;
  /** Method and path, as in `GET /api/post?page=1`; `{name}` is replaced by the id of a row that an earlier call has created. */
  readonly call: string;
  readonly body?: unknown;
  readonly status: number;
  /** Fields of the answer; for a list, the fields of its rows. */
  readonly has?: readonly string[];
  readonly makes?: string;
}

const [password, newPassword, totpSecret] = ['Seeufer-2026-Nacht', 'Seeufer-2027-Nacht', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'];
const email = (name: string) => `${name}@camp.example`;
const entry = { title: 'Yoga', details: '', startDate: '2026-11-22T07:00:00Z', endDate: '2026-11-22T08:00:00Z' };
const place = { locationName: 'Wiese', locationUrl: 'geo:53.3,12.7', locationAddress: '' };
const event = { title: 'Camp 1', description: 'Sechs Tage', startDate: '2026-11-20T08:00:00Z', endDate: '2026-11-25T13:00:00Z' };
const ride = { type: 'ride', title: 'Bern', description: 'Sonntag', available: 2, total: 3, image: null };
const links = [{ name: 'Mail', url: 'mailto:orga@camp.example' }];
const subscription = JSON.stringify({
  endpoint: 'http://127.0.0.1:9/never-called',
  keys: { p256dh: createECDH('prime256v1').generateKeys().toString('base64url'), auth: 'A'.repeat(22) },
});

/** The calls of the specification's two tables, in an order that a day could bring, without a key and without an id. */
const rows: Row[] = [
  // Participant area.
  { who: 'nobody', call: 'GET /api/users/refresh', status: 401 },
  { who: 'author', call: 'GET /api/users/me', status: 200, has: ['id', 'email', 'role'] },
  { who: 'nobody', call: 'POST /api/users/register', body: { email: 'new@camp.example', password, eventcode: 'CAMP-OPEN' }, status: 201 },
  { who: 'author', call: 'POST /api/users/me', body: { name: 'Ada' }, status: 200, has: ['name'] },
  { who: 'author', call: 'GET /api/users/me/menu', status: 200 },
  { who: 'author', call: 'GET /api/modules', status: 200, has: ['id', 'menu_entries', 'home_components'] },
  { who: 'author', call: `GET /api/event/${home}/schedule`, status: 200, has: ['title', 'startDate'] },
  { who: 'author', call: `POST /api/event/${away}/switch`, body: { eventCode: 'WRONG' }, status: 401 },
  { who: 'author', call: `POST /api/event/${home}/switch`, body: { eventCode: 'CAMP-OPEN' }, status: 200 },
  { who: 'author', call: `GET /api/event/${home}/homescreen`, status: 200, has: ['moduleId', 'homeScreenNumber'] },
  { who: 'author', call: 'GET /api/event/sharecode', status: 200, has: ['sharecode'] },
  { who: 'author', call: 'POST /api/photo/', body: { url: samplePicture, description: 'Der See' }, status: 201, makes: 'photo' },
  {
    who: 'author',
    call: `GET /api/photo?page=1&eventId=${home}`,
    status: 200,
    has: ['photos', 'currentPage', 'totalPages', 'totalPhotos'],
  },
  { who: 'author', call: 'GET /api/photo?page=1&limit=3', status: 200, has: ['photos', 'totalPhotos'] },
  { who: 'author', call: 'DELETE /api/photo/{photo}', status: 204 },
  { who: 'author', call: 'POST /api/post', body: { content: 'Wer kommt mit?', event: home }, status: 201, makes: 'post' },
  { who: 'author', call: 'POST /api/post', body: { content: 'Ich', event: home, replyToId: '{post}' }, status: 201 },
  { who: 'author', call: 'GET /api/post?page=1', status: 200, has: ['posts', 'currentPage', 'totalPages', 'totalPosts'] },
  { who: 'author', call: 'GET /api/post?page=1&limit=2', status: 200, has: ['posts'] },
  { who: 'author', call: 'DELETE /api/post/{post}', status: 204 },
  { who: 'author', call: 'GET /api/announcement', status: 200, has: ['title', 'content'] },
  { who: 'author', call: `GET /api/event/${home}/statistic`, status: 200, has: ['statistic', 'total'] },
  { who: 'author', call: 'POST /api/users/me/statistic/1', body: { value: 2, evidence: samplePicture }, status: 200, has: ['value'] },
  { who: 'author', call: 'GET /api/users/me/statistic', status: 200, has: ['value'] },
  { who: 'author', call: 'POST /api/feedback', body: { event: home, content: 'Schön war es' }, status: 201 },
  { who: 'author', call: `GET /api/meetup?event=${home}`, status: 200, has: ['title', 'startDate'] },
  {
    who: 'author',
    call: 'POST /api/meetup/',
    body: { event: home, title: 'Kanu', description: 'Am Steg', startDate: '2026-11-22T10:00:00Z' },
    status: 201,
    makes: 'meetup',
  },
  { who: 'author', call: 'DELETE /api/meetup/{meetup}', status: 204 },
  { who: 'author', call: 'GET /api/notification', status: 200, has: ['general', 'chats', 'meetups', 'pictures'] },
  {
    who: 'author',
    call: 'POST /api/notification',
    body: { general: true, chats: false, meetups: true, pictures: true },
    status: 200,
    has: ['general', 'chats', 'meetups', 'pictures'],
  },
  { who: 'author', call: 'POST /api/notification', body: { subscription }, status: 200 },
  {
    who: 'author',
    call: `GET /api/event/${home}/participant?page=1&search=`,
    status: 200,
    has: ['participants', 'currentPage', 'totalPages', 'totalParticipants'],
  },
  // Community area.
  { who: 'nobody', call: 'GET /api/event', status: 200, has: ['title', 'startDate'] },
  { who: 'nobody', call: 'GET /api/event/by-code/CAMP-OPEN', status: 200, has: ['title'] },
  { who: 'nobody', call: 'GET /api/event/by-code/NOTHING', status: 404 },
  { who: 'author', call: 'POST /api/sharing/', body: ride, status: 201, makes: 'share', has: ['title'] },
  { who: 'author', call: 'GET /api/sharing/?type=ride', status: 200, has: ['sharing'] },
  { who: 'author', call: 'GET /api/sharing/me', status: 200, has: ['title'] },
  { who: 'author', call: 'GET /api/sharing', status: 200, has: ['totalByType'] },
  { who: 'author', call: 'PUT /api/sharing/{share}', body: { ...ride, title: 'Basel' }, status: 200, has: ['title'] },
  { who: 'author', call: 'DELETE /api/sharing/{share}', status: 204 },
  { who: 'author', call: 'GET /api/dating/interest', status: 200 },
  { who: 'author', call: 'POST /api/dating/interest', body: { interestI18N: 'dating.interest.relationship' }, status: 200 },
  { who: 'author', call: 'GET /api/dating?rating=0&page=1', status: 200 },
  { who: 'author', call: 'POST /api/dating', body: { ratedParticipantId: participantId(home, people.orga.id), rating: 1 }, status: 200 },
  { who: 'author', call: 'GET /api/dating/matches', status: 200, has: ['matches'] },
  { who: 'author', call: 'DELETE /api/dating', status: 200 },
  { who: 'author', call: 'DELETE /api/dating/interest', status: 200 },
  {
    who: 'author',
    call: 'GET /api/calendar-events?startDate=2026-11-01&endDate=2026-11-30&page=1&limit=50',
    status: 200,
    has: ['events', 'pagination'],
  },
  { who: 'nobody', call: 'POST /api/users/verify-email', body: { token: 'none' }, status: 410, has: ['message'] },
  { who: 'author', call: 'POST /api/users/resend-verification', status: 200, has: ['success', 'message'] },
  { who: 'author', call: 'GET /api/contactlinks', status: 200, has: ['title', 'links'] },
  // Event admins.
  { who: 'orga', call: 'GET /api/modules/all', status: 200, has: ['id', 'optional'] },
  { who: 'orga', call: 'DELETE /api/modules', body: { moduleId: 18 }, status: 200 },
  { who: 'orga', call: 'POST /api/modules', body: { moduleId: 18 }, status: 200 },
  { who: 'orga', call: 'DELETE /api/modules/menu-entry', body: { moduleId: 18, menuEntryIndex: 1 }, status: 200 },
  { who: 'orga', call: 'POST /api/modules/menu-entry', body: { moduleId: 18, menuEntryIndex: 1 }, status: 200 },
  { who: 'orga', call: 'POST /api/modules/menu-entry', body: { moduleId: 18, menuEntryIndex: 99 }, status: 400, has: ['error'] },
  { who: 'orga', call: 'POST /api/contactlinks', body: { title: 'Orga', subtitle: '', links, position: 1 }, status: 201, makes: 'block' },
  { who: 'orga', call: 'PUT /api/contactlinks/{block}', body: { title: 'Küche', subtitle: '', links }, status: 200, has: ['title'] },
  { who: 'orga', call: 'PATCH /api/contactlinks/positions', body: { positions: [{ id: '{block}', position: 2 }] }, status: 200 },
  { who: 'orga', call: 'DELETE /api/contactlinks/{block}', status: 204 },
  { who: 'orga', call: `PUT /api/event/${home}`, body: { ...event, visible: true, codeRequired: false }, status: 200, has: ['title'] },
  { who: 'orga', call: `GET /api/event/${home}/menu`, status: 200, has: ['position'], makes: 'menu' },
  {
    who: 'orga',
    call: `PUT /api/event/${home}/menu/bulk`,
    body: { updates: [{ id: '{menu}', sectionNumber: 0, position: 3 }] },
    status: 200,
  },
  {
    who: 'orga',
    call: `POST /api/event/${home}/homescreen`,
    body: { moduleId: 3, homeScreenNumber: 0, position: 2, settings: '{"count":3}' },
    status: 201,
    makes: 'part',
  },
  {
    who: 'orga',
    call: `PUT /api/event/${home}/homescreen/bulk`,
    body: { updates: [{ id: '{part}', homeScreenNumber: 0, position: 1, moduleId: 3, settings: '{"count":3}' }] },
    status: 200,
  },
  { who: 'orga', call: `DELETE /api/event/${home}/homescreen/{part}`, status: 204 },
  {
    who: 'orga',
    call: `POST /api/event/${home}/code`,
    body: { code: 'CREW-1', reusable: false },
    status: 201,
    has: ['code'],
    makes: 'code',
  },
  { who: 'orga', call: `GET /api/event/${home}/code`, status: 200, has: ['code', 'used'] },
  { who: 'orga', call: `PUT /api/event/${home}/code/{code}`, body: { code: 'CREW-2', reusable: true }, status: 200, has: ['code'] },
  { who: 'orga', call: `GET /api/event/${home}/code/excel`, status: 200 },
  { who: 'orga', call: `DELETE /api/event/${home}/code/{code}`, status: 204 },
  { who: 'orga', call: `POST /api/event/${home}/schedule`, body: { ...entry, ...place }, status: 201, makes: 'entry' },
  {
    who: 'orga',
    call: `PUT /api/event/${home}/schedule/{entry}`,
    body: { ...entry, ...place, title: 'Tanz' },
    status: 200,
    has: ['title'],
  },
  { who: 'orga', call: `DELETE /api/event/${home}/schedule/{entry}`, status: 204 },
  { who: 'orga', call: 'GET /api/announcement/admin', status: 200, has: ['title', 'active'] },
  { who: 'orga', call: 'POST /api/announcement/', body: { title: 'Feuer', content: 'Aus' }, status: 201, has: ['id'], makes: 'news' },
  { who: 'orga', call: 'PUT /api/announcement/{news}', body: { title: 'Feuer', content: 'An' }, status: 200 },
  { who: 'orga', call: 'POST /api/announcement/{news}/activate', status: 200 },
  { who: 'orga', call: 'POST /api/announcement/{news}/deactivate', status: 200 },
  // Global admins.
  { who: 'admin', call: 'GET /api/admin/events?page=1&limit=10&search=&date=', status: 200, has: ['events', 'pagination'] },
  { who: 'admin', call: 'POST /api/admin/events', body: { ...event, title: 'Mühle', visible: true, codeRequired: false }, status: 201 },
  { who: 'admin', call: 'GET /api/admin/users?page=1&limit=10&search=', status: 200, has: ['users', 'pagination'] },
  { who: 'author', call: 'POST /api/users/me/password', body: { oldPassword: password, newPassword }, status: 200 },
  { who: 'author', call: 'POST /api/users/logout', status: 200 },
];

let world: World;
let origin: string;

beforeAll(async () => {
  world = await openWorld({ ALLOW_LOOPBACK: '1' });
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const [hash, db] = [cheapHash(password), sqlOf(world.store.reading)];
  await db.updateTable('users').set({ password_hash: hash }).execute();
  await db.updateTable('events').set({ visible: 1 }).where('id', '=', away).execute();
  await db.updateTable('users').set({ totp_secret: totpSecret }).where('id', '=', people.outsider.id).execute();
});
afterAll(() => world.close());

async function send(
  call: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown; cookies: string }> {
  const [method, path] = call.split(' ') as [string, string];
  const response = await fetch(origin + path, {
    method,
    headers: { 'sec-fetch-site': 'same-origin', ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const cookies = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const text = await response.text();
  return { status: response.status, body: isJson ? JSON.parse(text) : text, cookies };
}

/** Signs in like a browser: with the csrf token from an unauthenticated request. */
async function signIn(name: string): Promise<Record<string, unknown>> {
  const hello = await send('GET /api/users/me', undefined);
  const { csrfToken } = hello.body as { csrfToken: string };
  const answer = await send('POST /api/users/login', { email: email(name), password, csrfToken }, { cookie: hello.cookies, origin });
  expect(answer.status).toBe(200);
  return answer.body as Record<string, unknown>;
}

const first = (body: unknown): Record<string, unknown> => (Array.isArray(body) ? body[0] : body) as Record<string, unknown>;

test('a plain client makes each call of the specification and reads the answer given there', async () => {
  const tokens: Partial<Record<Who, unknown>> = {};
  for (const who of ['author', 'orga', 'admin'] as const) tokens[who] = (await signIn(who))['token'];
  const made: Record<string, string> = {};
  const filled = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => made[name] ?? whole);
  const wrong: string[] = [];
  for (const { who, call, body, status, has = [], makes } of rows) {
    const sent = body === undefined ? undefined : (JSON.parse(filled(JSON.stringify(body))) as unknown);
    const answer = await send(filled(call), sent, who === 'nobody' ? {} : { authorization: `Bearer ${String(tokens[who])}` });
    if (makes) made[makes] = String(first(answer.body)['id']);
    const missing = has.filter((field) => !(field in (first(answer.body) ?? {})));
    if (answer.status !== status || missing.length > 0) {
      wrong.push(
        `${who} ${call}: ${answer.status} instead of ${status}, without ${missing.join()}: ${JSON.stringify(answer.body).slice(0, 300)}`,
      );
    }
  }
  expect(wrong).toEqual([]);
});

test('a plain client signs in with a second factor', async () => {
  expect(await signIn('outsider')).toMatchObject({ mfaEnabled: true });
  const token = new TOTP({ secret: totpSecret }).generate({ timestamp: world.clock.now() });
  const answer = await send('POST /api/users/tfa', { username: email('outsider'), password, token }, { origin });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
});
