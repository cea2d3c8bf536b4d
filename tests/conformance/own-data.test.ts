import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FeedPage } from '#contract/endpoints/core.ts';
import { pictureFolders } from '#contract/resources.ts';
import { thumbnailOf } from '#contract/pictures.ts';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { loggerOptions } from '#server/lib/log.ts';
import { restoreBackup } from '#server/ops/backups/restore-backup.ts';
import { writeBackup } from '#server/ops/backups/write-backup.ts';
import { queueDueNews } from '#server/push/news.ts';
import { issueAccessToken } from '#server/services/auth/sessions/tokens.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { insertMail } from '#server/store/mail/mails.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { buildCamp, home, people, type PersonName } from '../fixtures/camp.ts';
import { cheapHash } from '../fixtures/server/cheap-hash.ts';
import { LocalPushService } from '../fixtures/messages/push-service.ts';
import { storedPictures } from '../fixtures/pictures/stored-pictures.ts';
import { onPostgres, openTestStore } from '../fixtures/databases/test-store.ts';
import { samplePicture } from './samples.ts';

const password = 'Seeufer-2026';
const leaver = people.author.id;

/** A marker for each field that a person fills in. */
const canary = (field: string) => `canary-${field}-7f3a`;

let folder: string;
let dataDir: string;
let store: Store;
let app: FastifyInstance;
let log: string;
let service: LocalPushService;
const clock = { time: Date.UTC(2026, 10, 21, 12), now: () => clock.time };

async function open(): Promise<void> {
  store = onPostgres() ? await openTestStore() : await openStore({ path: join(dataDir, 'event-companion.db') });
  const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'trace', ALLOW_LOOPBACK: '1' });
  const stream = new Writable({ write: (chunk, _encoding, done) => ((log += String(chunk)), done()) });
  const logger = { ...(loggerOptions(config) as object), stream };
  app = await createApp({ config, store, clock, logger, appDir: join(dataDir, 'no-build') });
  await app.ready();
}

async function close(): Promise<void> {
  await app.close();
  await store.close();
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'event-companion-own-data-'));
  dataDir = join(folder, 'data');
  log = '';
  service = new LocalPushService();
  await service.listen();
  mkdirSync(dataDir);
  await open();
  await buildCamp(store, clock);
  await sqlOf(store.reading)
    .updateTable('users')
    .set({ password_hash: cheapHash(password) })
    .where('id', '=', leaver)
    .execute();
});
afterEach(async () => {
  await close();
  await service.close();
  rmSync(folder, { recursive: true });
});

const tokens = new Map<PersonName, string>();
beforeEach(() => tokens.clear());

async function call(who: PersonName, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, type?: string) {
  let token = tokens.get(who);
  if (token === undefined) tokens.set(who, (token = (await app.deps.auth.sessions.open(people[who].id)).token));
  const headers = { authorization: `Bearer ${token}`, 'user-agent': canary('agent'), ...(type !== undefined && { 'content-type': type }) };
  return app.inject({ method, url, headers, ...(payload && { payload }) });
}

async function pull(who: PersonName, cursor = ''): Promise<FeedPage> {
  return (await call(who, 'GET', `/api/sync${cursor && `?cursor=${cursor}`}`)).json<FeedPage>();
}

const links = new Set<string>();

/** Creates everything that a person can leave behind, with a marker in each field that accepts one. */
async function leaveTraces(): Promise<void> {
  const profile = { name: canary('name'), email: `${canary('email')}@camp.example`, image: samplePicture };
  const contacts = { whatsapp: canary('whatsapp'), instagram: canary('instagram'), linkedin: canary('linkedin') };
  // First values that are replaced later: they are personal data too.
  await call('author', 'POST', '/api/users/me', { name: canary('former-name') });
  const me = await call('author', 'POST', '/api/users/me', { ...profile, ...contacts });
  links.add(me.json<{ image: string }>().image);
  const subscription = service.device(canary('device')).subscription;
  expect((await call('author', 'POST', '/api/notification', { subscription, language: 'de' })).statusCode).toBe(200);
  await call('author', 'POST', '/api/notification', { chats: false });
  await call('participant', 'POST', '/api/notification', { subscription: service.device('other').subscription });
  const post = (await call('author', 'POST', '/api/post', { content: canary('post'), event: home })).json<{ id: string }>();
  await call('participant', 'POST', '/api/post', { content: 'An answer', replyToId: post.id, event: home });
  const gone = (await call('author', 'POST', '/api/post', { content: canary('deleted-post'), event: home })).json<{ id: string }>();
  await call('author', 'DELETE', `/api/post/${gone.id}`);
  await takeUp();
  const photo = await call('author', 'POST', '/api/photo', { url: samplePicture, description: canary('photo'), event: home });
  links.add(photo.json<{ url: string }>().url);
  expect((await call('author', 'POST', '/api/users/me/statistic/1', { value: 1, evidence: samplePicture })).statusCode).toBe(200);
  const proof = await sqlOf(store.reading)
    .selectFrom('evidence')
    .select('url')
    .where('author_id', '=', leaver)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  links.add(proof.url);
  const piece = Buffer.from(canary('piece'));
  const sent = await call('author', 'POST', `/api/uploads/${uuidv7()}?offset=0`, piece, 'application/octet-stream');
  expect(sent.json()).toEqual({ received: piece.length });
  await sqlOf(store.reading).updateTable('event_codes').set({ used: 1, used_by: leaver }).where('reusable', '=', 0).execute();
}
beforeEach(() => links.clear());

const takeUp = () => store.write([], (trx) => queueDueNews(trx, '', clock.now() + 20_000));

const leave = (shared: 'delete' | 'anonymise', secret = password) =>
  call('author', 'POST', '/api/users/me/delete', { password: secret, shared });

/** Returns where a marker is found: files of the data directory, tables of an external database, and the log. */
async function whereFound(): Promise<string[]> {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const found = files.map((file) => join(file.parentPath, file.name)).filter((path) => readFileSync(path).includes('canary-'));
  for (const { name } of onPostgres() ? await sqlOf(store.reading).introspection.getTables() : []) {
    const rows = await sqlOf(store.reading)
      .selectFrom(name as 'users')
      .selectAll()
      .execute();
    const values = rows.flatMap((row) => Object.values(row) as unknown[]);
    if (values.some((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)).includes('canary-'))) found.push(name);
  }
  return [...found, ...(log.includes('canary-') ? ['log'] : [])];
}

async function pictureFiles(): Promise<string[]> {
  const pictures = storedPictures({ app, store });
  const paths: string[] = [];
  for (const folder of pictureFolders)
    paths.push(...(await pictures.names(`/images/${folder}`)).map((name) => `/images/${folder}/${name}`));
  return paths;
}

const mailFiles = () => readdirSync(join(dataDir, 'mails'));

describe('the data download', () => {
  test('is one file with all data and pictures, and without secrets', async () => {
    await leaveTraces();
    await app.deps.auth.sessions.open(leaver, { userAgent: `Mozilla/5.0 (Android 16; ${canary('phone')}; rv:142.0) Firefox/142.0` });
    const answer = await call('author', 'GET', '/api/users/me/data');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="event-companion.json"');
    const data = answer.json<Record<string, Record<string, unknown>[]> & { pictures: Record<string, string> }>();
    expect(data['users']).toMatchObject([{ name: canary('name'), whatsapp: canary('whatsapp') }]);
    expect(data['posts']).toContainEqual(expect.objectContaining({ content: canary('post') }));
    expect(data['photos']).toContainEqual(expect.objectContaining({ description: canary('photo') }));
    expect(data['sessions']).toContainEqual(expect.objectContaining({ device_name: 'Firefox, Android', created_at: clock.now() }));
    expect(data['evidence']).toContainEqual(expect.objectContaining({ statistic_id: 1 }));
    expect(data['push_news']).toMatchObject([{ resource: 'photos', author_id: leaver }]);
    expect(data['notification_settings']).toMatchObject([{ chats: 0 }]);
    expect(Object.keys(data.pictures).toSorted()).toEqual([...links].toSorted());
    for (const picture of Object.values(data.pictures)) expect(picture).toMatch(/^data:image\/webp;base64,.{20}/);
    const { password_hash: hash } = await sqlOf(store.reading)
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', leaver)
      .executeTakeFirstOrThrow();
    const secrets = await sqlOf(store.reading).selectFrom('sessions').select('current_hash').where('user_id', '=', leaver).execute();
    for (const secret of [hash, ...secrets.map(({ current_hash }) => current_hash)]) expect(answer.body).not.toContain(secret);
    expect(answer.body).not.toContain(canary('phone'));
    expect(answer.body).not.toContain('An answer');
  });
});

describe('a deleted account', () => {
  test('leaves nothing in the database, its write-ahead log, files, jobs and the log', async () => {
    await leaveTraces();
    const another = {
      kind: 'password-changed',
      address: 'participant@camp.example',
      userId: people.participant.id,
      language: 'de',
    } as const;
    await store.write([], (trx) => insertMail(trx, another, clock.now()));
    // Mails are files without a mail server: to the current address, to the former one, and to another person.
    await app.deps.mail.delivery.sendDue();
    expect(mailFiles()).toHaveLength(3);
    expect((await whereFound()).filter((path) => path.endsWith('.eml'))).toHaveLength(1);
    expect(await pictureFiles()).toHaveLength(6);
    expect((await leave('delete')).json()).toEqual({ success: true });
    expect(await whereFound()).toEqual([]);
    expect(await pictureFiles()).toEqual([]);
    expect(mailFiles().map((file) => readFileSync(join(dataDir, 'mails', file), 'utf8'))).toEqual([
      expect.stringContaining('participant@camp.example'),
    ]);
    for (const table of ['push_news', 'push_jobs', 'receipts', 'sessions', 'push_subscriptions'] as const) {
      const { rows } = await sqlOf(store.reading).executeQuery<Record<string, unknown>>(
        sqlOf(store.reading).selectFrom(table).selectAll().compile(),
      );
      expect(rows.filter((row) => row['user_id'] === leaver || row['author_id'] === leaver)).toEqual([]);
    }
  });

  test.each(['delete', 'anonymise'] as const)('leaves push messages about rows of others, without its name (%s)', async (shared) => {
    await leaveTraces();
    await call('orga', 'POST', '/api/post', { content: 'Of somebody else', event: home });
    await takeUp();
    const waiting = () =>
      sqlOf(store.reading).selectFrom('push_jobs').selectAll().where('count', '>', 1).where('state', '=', 'waiting').execute();
    const [job] = await waiting();
    expect(job).toMatchObject({ author_id: leaver, row_key: expect.stringMatching(/^posts:./), count: 2 });
    await leave(shared);
    const left = await waiting();
    expect(left).toMatchObject([{ id: job!.id, author_id: null, count: 2 }]);
    for (const trace of ['canary-', job!.row_key]) expect(JSON.stringify(left)).not.toContain(trace);
    clock.time += 60_000;
    await app.deps.push.delivery.sendDue();
    expect(service.delivered.map(({ payload }) => payload.notification.title as string)).toEqual(['2 new posts in the chat']);
  });

  test('cancels the push message about a reply that is deleted with its post', async () => {
    await call('orga', 'POST', '/api/notification', { subscription: service.device('tablet').subscription });
    const post = (await call('author', 'POST', '/api/post', { content: 'Who is awake?', event: home })).json<{ id: string }>();
    clock.time += 60_000;
    await app.deps.push.delivery.sendDue();
    await call('participant', 'POST', '/api/post', { content: 'I am', replyToId: post.id, event: home });
    await takeUp();
    const waiting = () => sqlOf(store.reading).selectFrom('push_jobs').selectAll().where('state', '=', 'waiting').execute();
    expect(await waiting()).toMatchObject([{ count: 1 }]);
    await leave('delete');
    expect(await waiting()).toEqual([]);
  });

  test('is removed from the mirrors of others, with its shared rows and their dependent rows', async () => {
    await leaveTraces();
    const before = await pull('participant');
    const theirs = before.changes.filter(({ row }) => JSON.stringify(row).includes('canary-') || JSON.stringify(row).includes('An answer'));
    expect(theirs.map(({ resource }) => resource).toSorted()).toEqual(['participants', 'photos', 'posts', 'posts']);
    await leave('delete');
    const { changes } = await pull('participant', before.cursor);
    for (const { resource, id } of theirs) expect(changes).toContainEqual(expect.objectContaining({ resource, id, row: null }));
    expect(JSON.stringify(await pull('orga'))).not.toContain('canary-');
  });

  test('leaves shared rows without a name if the person chooses so', async () => {
    await leaveTraces();
    const before = await pull('participant');
    expect((await leave('anonymise')).statusCode).toBe(200);
    const { changes } = await pull('participant', before.cursor);
    const rowsOf = (name: string) => changes.filter(({ resource, row }) => resource === name && row !== null).map(({ row }) => row);
    expect(rowsOf('posts')).toContainEqual(expect.objectContaining({ content: canary('post'), authorId: 0 }));
    expect(rowsOf('photos')).toContainEqual(expect.objectContaining({ description: canary('photo'), authorId: 0 }));
    expect(changes).toContainEqual(expect.objectContaining({ resource: 'participants', id: `${home}-${leaver}`, row: null }));
    const { posts } = (await call('participant', 'GET', '/api/post')).json<{
      posts: { content: string; author: object; replies: object[] }[];
    }>();
    const kept = posts.find(({ content }) => content === canary('post'))!;
    expect(kept).toMatchObject({ author: { id: 0, name: '', image: null }, replies: [{ content: 'An answer' }] });
    const database = JSON.stringify([
      await sqlOf(store.reading).selectFrom('users').selectAll().execute(),
      await sqlOf(store.reading).selectFrom('push_jobs').selectAll().execute(),
      await sqlOf(store.reading).selectFrom('receipts').selectAll().execute(),
    ]);
    expect(database).not.toContain('canary-');
    // The photo and its thumbnail stay; the profile picture and the evidence are deleted.
    expect(await pictureFiles()).toHaveLength(2);
    // The placeholder author has no name, no password and no session.
    expect((await app.inject({ method: 'GET', url: '/api/users/me' })).statusCode).toBe(200);
  });

  test('ends all its sessions at once, and its address is free again', async () => {
    await leaveTraces();
    await leave('delete');
    expect((await call('author', 'GET', '/api/users/me')).statusCode).toBe(401);
    const email = `${canary('email')}@camp.example`;
    const payload = { email, password, eventcode: 'CAMP-OPEN' };
    expect((await app.inject({ method: 'POST', url: '/api/users/register', payload })).statusCode).toBe(201);
    const { id } = await sqlOf(store.reading).selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    expect(id).toBeGreaterThan(people.otherOrga.id);
  });

  test('is reported as deleted to any of its old tokens, and to no others', async () => {
    const isGone = async (who: PersonName) => (await call(who, 'GET', '/api/users/me/deleted')).json<object>();
    expect(await isGone('author')).toEqual({ deleted: false });
    await call('participant', 'GET', '/api/users/me');
    await leave('delete');
    clock.time += 400 * 86_400_000;
    expect(await isGone('author')).toEqual({ deleted: true });
    expect(await isGone('participant')).toEqual({ deleted: false });
    const claims = { userId: leaver, sessionId: 'any', generation: 0, expiresAt: clock.time + 60_000 };
    tokens.set('author', await issueAccessToken(() => Buffer.alloc(32, 'not our key'), claims));
    expect(await isGone('author')).toEqual({ deleted: false });
  });

  test('requires the password, and otherwise changes nothing', async () => {
    await leaveTraces();
    expect((await leave('delete', 'Wrong-Password-1')).json()).toMatchObject({ error: 'wrong_password' });
    expect((await call('author', 'GET', '/api/users/me')).json()).toMatchObject({ name: canary('name') });
  });

  test('is refused for the last global admin, and possible for one of two', async () => {
    const setPassword = { password_hash: cheapHash(password) };
    await sqlOf(store.reading).updateTable('users').set(setPassword).where('id', '=', people.admin.id).execute();
    const adminLeaves = () => call('admin', 'POST', '/api/users/me/delete', { password, shared: 'delete' });
    const refused = await adminLeaves();
    expect([refused.statusCode, refused.json()]).toEqual([409, expect.objectContaining({ error: 'last_admin' })]);
    expect((await call('admin', 'GET', '/api/users/me')).statusCode).toBe(200);
    await sqlOf(store.reading).updateTable('users').set({ role: 'admin' }).where('id', '=', people.orga.id).execute();
    expect((await adminLeaves()).json()).toEqual({ success: true });
  });

  test('leaves its used code used', async () => {
    await leaveTraces();
    await leave('delete');
    const code = await sqlOf(store.reading).selectFrom('event_codes').selectAll().where('reusable', '=', 0).executeTakeFirstOrThrow();
    expect(code).toMatchObject({ used: 1, used_by: null });
    const payload = { email: 'new@camp.example', password, eventcode: code.code };
    expect((await app.inject({ method: 'POST', url: '/api/users/register', payload })).json()).toMatchObject({ error: 'code_spent' });
  });
});

// A PostgreSQL backup is made by PostgreSQL's own tools.
describe.each(!onPostgres() ? ['a backup from before'] : [])('%s', () => {
  test.each(['delete', 'anonymise'] as const)('deletes the account again after a restore (%s)', async (shared) => {
    await leaveTraces();
    const backup = join(folder, 'camp.backup');
    await writeBackup(dataDir, backup);
    expect(readFileSync(backup).includes('canary-')).toBe(true);
    await leave(shared);
    await close();
    await restoreBackup(dataDir, backup, clock.now());
    await open();
    const users = await sqlOf(store.reading).selectFrom('users').selectAll().execute();
    expect(users.map(({ id }) => id)).not.toContain(leaver);
    expect(users.map(({ id }) => id)).toContain(people.participant.id);
    expect(JSON.stringify(users)).not.toContain('canary-');
    const posts = await sqlOf(store.reading).selectFrom('posts').select(['author_id', 'content']).execute();
    const theirs = posts.filter(({ content }) => content.includes('canary-'));
    expect(theirs).toEqual(shared === 'delete' ? [] : [{ author_id: 0, content: canary('post') }]);
    expect(await pictureFiles()).toHaveLength(shared === 'delete' ? 0 : 2);
    for (const link of links) {
      const files = await pictureFiles();
      const isThere = files.includes(link) && files.includes(thumbnailOf(link));
      expect([link, isThere]).toEqual([link, shared === 'anonymise' && link.includes('/photos/')]);
    }
    // Rows that stay without a name may contain their text.
    expect(shared === 'delete' ? await whereFound() : []).toEqual([]);
  });
});
