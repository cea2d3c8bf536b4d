import { hash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { BatchAnswer, FeedPage } from '#contract/endpoints/core.ts';
import { restoreAtBaseline, restoreBeforeBaseline } from '#tests/fixtures/old-servers.ts';
import { newDatabase } from '#tests/fixtures/databases/databases.ts';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { databaseName, listStateFiles, movedMark } from '#server/lib/files/state-files.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { openStore, readEpoch } from '#server/store/store.ts';
import { openConfiguredStore } from '../configured-store.ts';
import { lockDataDir } from '../data-dir-lock.ts';
import { loadKeys } from '../keys.ts';
import { restoreBackup } from '../backups/restore-backup.ts';
import { writeBackup } from '../backups/write-backup.ts';
import { moveDataDir } from './move-data-dir.ts';

const clock = { now: () => Date.UTC(2026, 10, 21, 12) };
const userId = 1;
const unfinished = `uploads/${userId}/0192a4b8-0000-7000-8000-000000000001`;
const finished = `uploads/${userId}/0192a4b8-0000-7000-8000-000000000002.done`;

let home: string;
let filled: string;
let folder: string;
let dataDir: string;
let url: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'event-companion-move-'));
  filled = join(home, 'filled');
  mkdirSync(filled);
  const store = await openStore({ path: join(filled, databaseName) });
  await seedDemo({ store, config: { dataDir: filled, picturesDir: null }, clock });
  await loadKeys(configOf(filled), store);
  await store.close();
  for (const [path, content] of Object.entries({ [unfinished]: randomBytes(5_000), [finished]: 'digest', 'mails/1.eml': 'a mail' })) {
    mkdirSync(dirname(join(filled, path)), { recursive: true });
    writeFileSync(join(filled, path), content);
  }
});
afterAll(() => rmSync(home, { recursive: true }));

beforeEach(async () => {
  folder = mkdtempSync(join(home, 'test-'));
  dataDir = join(folder, 'data');
  cpSync(filled, dataDir, { recursive: true });
  url = await newDatabase(inject('postgres')!.template);
});

const configOf = (dir: string, settings: Record<string, string> = {}) => loadConfig({ DATA_DIR: dir, LOG_LEVEL: 'silent', ...settings });

const onPostgres = (settings: Record<string, string> = {}) => configOf(join(folder, 'server'), { DATABASE_URL: url, ...settings });

const place = (): string => url.replace(/\/\/.*@/, '//');

const move = (settings?: Record<string, string>) => moveDataDir(dataDir, onPostgres(settings));

function contentOf(dir: string): Record<string, string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'lock').map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(files.map((file) => [file.slice(dir.length), hash('sha256', readFileSync(file))]));
}

async function countPeople(): Promise<number> {
  const store = await openConfiguredStore(onPostgres());
  try {
    return (await sqlOf(store.reading).selectFrom('users').select('id').execute()).length;
  } finally {
    await store.close();
  }
}

async function serve(config: ReturnType<typeof configOf>) {
  const store = await openConfiguredStore(config);
  const keys = await loadKeys(config, store);
  const app = await createApp({ config, store, clock, keys, appDir: join(folder, 'no-build') });
  await app.ready();
  return { app, store, keys, close: async () => (await app.close(), await store.close()) };
}

test('after a move devices continue without a new load or sign-in, and a pending command runs once', async () => {
  // The database has no tables yet.
  url = await newDatabase();
  const here = await serve(configOf(dataDir));
  const session = await here.app.deps.auth.sessions.open(userId);
  const authorization = `Bearer ${session.token}`;
  const post = (key: string, content: string) => ({ key, lane: key, method: 'POST', path: '/api/post', body: { content } });
  const [acknowledged, waiting] = [
    post('01900000-0000-7000-8000-000000000001', 'once'),
    post('01900000-0000-7000-8000-000000000002', 'later'),
  ];
  const send = async ({ app }: typeof here, ...calls: object[]): Promise<readonly BatchAnswer[]> =>
    (await app.inject({ method: 'POST', url: '/api/batch', headers: { authorization }, payload: { calls } })).json<{
      answers: BatchAnswer[];
    }>().answers;
  const pull = async ({ app }: typeof here, cursor = ''): Promise<FeedPage> => {
    const page = (await app.inject({ url: `/api/sync${cursor && `?cursor=${cursor}`}`, headers: { authorization } })).json<FeedPage>();
    return page.more ? pull({ app } as typeof here, page.cursor) : page;
  };
  const answered = await send(here, acknowledged);
  const { cursor } = await pull(here);
  await here.close();

  await move();

  const there = await serve(onPostgres());
  expect(await pull(there, cursor)).toMatchObject({ reset: false, changes: [], cursor });
  expect(await send(there, acknowledged)).toEqual(answered);
  expect(await send(there, waiting)).toEqual(await send(there, waiting));
  const { reset, changes } = await pull(there, cursor);
  expect(reset).toBe(false);
  expect(
    changes.map((change) => (change as { row?: { content?: string } }).row?.content).filter((content) => content !== undefined),
  ).toEqual(['later']);
  expect(await there.app.deps.auth.sessions.refresh(session.cookie)).toMatchObject({ userId, sessionId: session.sessionId });
  await there.close();
});

test('a move copies keys, pictures and uploads, and not the mails', async () => {
  const files = await listStateFiles(dataDir);
  const pictures = files.filter((path) => path.includes('/'));
  expect(await move()).toMatchObject({ pictures: pictures.length, uploads: 2 });
  const there = await serve(onPostgres());
  const here = await serve(configOf(filled));
  expect(there.keys.vapid).toEqual(here.keys.vapid);
  expect(there.keys.secret('refresh')).toEqual(here.keys.secret('refresh'));
  expect(await readEpoch(there.store.reading)).toBe(await readEpoch(here.store.reading));
  const stored = await sqlOf(there.store.reading).selectFrom('picture_files').select(['path', 'bytes']).execute();
  expect(new Map(stored.map(({ path, bytes }) => [path.slice(1), hash('sha256', bytes)]))).toEqual(
    new Map(pictures.map((path) => [path, hash('sha256', readFileSync(join(dataDir, path)))])),
  );
  const uploads = [unfinished, finished].map((path) => path.split('/')[2]!.replace('.done', ''));
  const received = uploads.map((name) => there.app.deps.partialUploads.read({ userId }, name, 5_000));
  expect(await Promise.all(received)).toMatchObject([
    { bytes: readFileSync(join(dataDir, unfinished)) },
    { bytes: null, digest: 'digest' },
  ]);
  await Promise.all([there.close(), here.close()]);
});

test('a move only reads and marks the source: commands reject it, backups omit the mark, and a restore removes it', async () => {
  const before = contentOf(dataDir);
  await move();
  const { [`/${movedMark}`]: mark, ...after } = contentOf(dataDir);
  expect(after).toEqual(before);
  expect(mark).toBeDefined();
  expect(readFileSync(join(dataDir, movedMark), 'utf8')).toBe(`${place()}\n`);
  await expect(openConfiguredStore(configOf(dataDir))).rejects.toThrow(`${dataDir} was taken over into postgres://`);
  const backup = join(folder, 'camp.backup');
  await writeBackup(dataDir, backup);
  await restoreBackup(join(folder, 'fresh'), backup, clock.now());
  expect(existsSync(join(folder, 'fresh', movedMark))).toBe(false);
  await restoreBackup(dataDir, backup, clock.now());
  await (await openConfiguredStore(configOf(dataDir))).close();
});

test('a move migrates a copy of an older data directory and leaves the source unchanged', async () => {
  const live = join(dataDir, databaseName);
  const file = new DatabaseSync(live);
  // Undoes the last migrations; 085 may run twice.
  file.exec(`
    drop table post_mentions;
    drop index change_log_news;
    drop index memberships_of_admins;
    drop index posts_by_order;
    alter table change_log drop column passed;
    drop table read_marks;
    drop table reactions;
    drop table reaction_counts;
    drop table marks;
    drop table own_entries;
    drop table attendances;
    drop table agenda_links;
    drop index schedule_entries_start;
    drop index meetups_start;
    drop table thread_follows;
    alter table meetups drop column place;
    alter table meetups drop column capacity;
    alter table notification_settings drop column mentions;
    alter table notification_settings drop column agenda;
    alter table notification_settings drop column quiet_from;
    alter table notification_settings drop column quiet_to;
    alter table push_jobs drop column expires_at;
    delete from event_modules where module_id = 21;
    delete from menu_entries where module_id = 21;
    delete from home_entries where module_id = 21;
    drop table faq_entries;
    alter table events drop column deletes_at;
    create table event_retention (event_id bigint primary key references events (id) on delete cascade, delete_at bigint not null);
    delete from kysely_migration where name >= '084'`);
  file.close();
  const before = contentOf(dataDir);
  await move();
  expect(contentOf(dataDir)).toMatchObject(before);
});

test('a move takes over a data directory of 80ba7ad8, and rejects an older one with the version to start in between', async () => {
  const [landed, old] = [join(folder, 'landed'), join(folder, 'old')];
  restoreBeforeBaseline(old);
  const before = contentOf(old);
  await expect(moveDataDir(old, onPostgres())).rejects.toThrow(
    `${join(old, databaseName)} does not fit this version of the server – an older version of Event Companion made it (schema 36;`,
  );
  expect([contentOf(old), await countPeople()]).toEqual([before, 0]);
  restoreAtBaseline(landed);
  await moveDataDir(landed, onPostgres());
  const store = await openConfiguredStore(onPostgres());
  const { value } = new DatabaseSync(join(landed, databaseName)).prepare("select value from meta where name = 'epoch'").get()!;
  expect(await readEpoch(store.reading)).toBe(value);
  expect(await sqlOf(store.reading).selectFrom('posts').select('content').execute()).toContainEqual({ content: 'See you at the lake' });
  await store.close();
});

test('a move is rejected while a server runs on the data directory', async () => {
  const lock = lockDataDir(dataDir)!;
  await expect(move()).rejects.toThrow(`A server works on ${dataDir} – stop it`);
  lock.release();
  expect(existsSync(join(dataDir, movedMark))).toBe(false);
});

test('a move rejects other keys in the environment, does not store equal ones, and can be repeated', async () => {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim();
  const refused = `SERVER_SECRET differs from ${join(dataDir, 'secret')}`;
  await expect(move({ SERVER_SECRET: randomBytes(32).toString('base64url') })).rejects.toThrow(refused);
  expect([await countPeople(), existsSync(join(dataDir, movedMark))]).toEqual([0, false]);
  await move({ SERVER_SECRET: secret });
  const store = await openConfiguredStore(onPostgres());
  const kept = await sqlOf(store.reading).selectFrom('meta').select('name').where('name', 'in', ['secret', 'vapid']).execute();
  expect(kept).toEqual([{ name: 'vapid' }]);
  await store.close();
  await expect(move()).rejects.toThrow('It was moved into this database before');
  expect(existsSync(join(dataDir, movedMark))).toBe(true);
});

test('a move into a second database is rejected, unless the first one failed', async () => {
  writeFileSync(join(dataDir, movedMark), 'postgres://elsewhere/camp\n');
  await expect(move()).rejects.toThrow(`${dataDir} was taken over into postgres://elsewhere/camp already`);
  const leftBehind = () => writeFileSync(join(dataDir, movedMark), `${place()}\n`);
  leftBehind();
  await expect(move({ VAPID_KEYS: `${'a'.repeat(87)}.${'b'.repeat(43)}` })).rejects.toThrow('VAPID_KEYS differs');
  expect(existsSync(join(dataDir, movedMark))).toBe(false);
  leftBehind();
  expect(await move()).toMatchObject({ uploads: 2 });
});

test('a move copies pictures to the shared folder, also after an interrupted one', async () => {
  const shared = join(folder, 'shared');
  const pictures = (await listStateFiles(dataDir)).filter((path) => path.includes('/'));
  // A folder in place of a picture.
  const last = join(shared, pictures.at(-1)!);
  mkdirSync(last, { recursive: true });
  await expect(move({ PICTURES_DIR: shared })).rejects.toThrow('EISDIR');
  rmdirSync(last);
  await move({ PICTURES_DIR: shared });
  for (const path of [...pictures, unfinished, finished])
    expect(readFileSync(join(shared, path))).toEqual(readFileSync(join(dataDir, path)));
});

test('a data directory with an unreadable mark is not opened', async () => {
  mkdirSync(join(dataDir, movedMark));
  await expect(openConfiguredStore(configOf(dataDir))).rejects.toThrow(/moved-to-postgres cannot be read – EISDIR/);
});

test('a move requires a source and a reachable target', async () => {
  await expect(moveDataDir(join(folder, 'none'), onPostgres())).rejects.toThrow('There is no database');
  await expect(moveDataDir(dataDir, configOf(dataDir))).rejects.toThrow('Set DATABASE_URL');
  const nowhere = onPostgres({ DATABASE_URL: 'postgres://127.0.0.1:1/camp' });
  await expect(moveDataDir(dataDir, nowhere)).rejects.toThrow('The database cannot be reached');
});
