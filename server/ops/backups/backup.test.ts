import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreAtBaseline, restoreBeforeBaseline } from '#tests/fixtures/old-servers.ts';
import { buildCamp, callerOf, home } from '#tests/fixtures/camp.ts';
import { systemClock } from '#server/lib/clock.ts';
import { readCall } from '#server/http/commands/call-table.ts';
import type { Success } from '#server/services/commands/call.ts';
import { Writer } from '#server/services/commands/writer.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { openStore, readEpoch } from '#server/store/store.ts';
import { checkBackup } from '#server/store/files/backup-file.ts';
import { missingPictures } from '#server/store/files/write-backup.ts';
import { lockDataDir } from '../data-dir-lock.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const now = Date.UTC(2026, 10, 21);
let folder: string;
let dataDir: string;
let file: string;
let live: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'event-companion-ops-'));
  dataDir = join(folder, 'data');
  file = join(folder, 'camp.backup');
  live = join(dataDir, 'event-companion.db');
  mkdirSync(join(dataDir, 'events/1'), { recursive: true });
  writeFileSync(join(dataDir, 'secret'), 'first');
  writeFileSync(join(dataDir, 'events/1/header.png'), 'picture');
  const store = await openStore({ path: live });
  await buildCamp(store, systemClock);
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

function change(path: string, sql: string) {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

const restore = () => restoreBackup(dataDir, file, now);
const expectUntouched = () => expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([]);

test('a backup is one file and leaves no temporary files', async () => {
  expect(await writeBackup(dataDir, file)).toEqual({ bytes: statSync(file).size, files: 2 });
  expect(readdirSync(folder).toSorted()).toEqual(['camp.backup', 'data']);
});

test('a backup never overwrites a file, and requires a database and a directory', async () => {
  writeFileSync(file, 'mine');
  await expect(writeBackup(dataDir, file)).rejects.toThrow('is there already');
  expect(readFileSync(file, 'utf8')).toBe('mine');
  await expect(writeBackup(join(folder, 'none'), join(folder, 'a'))).rejects.toThrow('There is no database');
  await expect(writeBackup(dataDir, join(folder, 'none/a'))).rejects.toThrow('There is no directory');
  await expect(writeBackup(dataDir, join(dataDir, 'secret/a'))).rejects.toThrow(/^\S+secret cannot be written to – ENOTDIR/);
});

test('a damaged database is not backed up', async () => {
  change(live, 'pragma foreign_keys = off; insert into memberships values (999, 1, 1, 1)');
  await expect(writeBackup(dataDir, file)).rejects.toThrow('damaged');
  expect(readdirSync(folder)).toEqual(['data']);
});

test.each([
  ['a file of another kind', 'cannot be read as a backup', () => writeFileSync(file, 'x'.repeat(5_000))],
  ['another database', 'is no backup', () => change(file, 'pragma application_id = 1; create table a (b)')],
  [
    'a picture that was changed',
    'events/1/header.png differs',
    () => change(file, "update backup_files set content = x'00' where path <> 'secret'"),
  ],
  [
    'a file for elsewhere',
    'is no file of a data directory',
    () => change(file, "update backup_files set path = '../../a' where path = 'secret'"),
  ],
  [
    'a file in place of the database',
    'is no file of',
    () => change(file, "update backup_files set path = 'event-companion.db' where path = 'secret'"),
  ],
  ['a newer version', 'does not fit this version', () => change(file, "insert into kysely_migration values ('999-later', '2030')")],
])('%s is not restored', async (_case, message, spoil) => {
  await writeBackup(dataDir, file);
  if (message === 'cannot be read as a backup' || message === 'is no backup') rmSync(file);
  spoil();
  await expect(restore()).rejects.toThrow(message);
  expectUntouched();
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe('first');
});

test('a backup of 80ba7ad8 is restored into a new directory and over an existing one', async () => {
  const landed = join(folder, 'landed');
  restoreAtBaseline(landed);
  await writeBackup(landed, file);
  for (const target of [join(folder, 'new'), dataDir]) {
    await restoreBackup(target, file, now);
    const store = await openStore({ path: join(target, 'event-companion.db') });
    const posts = await sqlOf(store.reading).selectFrom('posts').select('content').execute();
    expect(posts.map(({ content }) => content)).toContain('See you at the lake');
    await store.close();
  }
});

test('a backup from before the baseline is rejected with the version to start in between', async () => {
  const old = join(folder, 'old');
  restoreBeforeBaseline(old);
  await writeBackup(old, file);
  await expect(restore()).rejects.toThrow(
    `${file} does not fit this version of the server – an older version of Event Companion made it (schema 36;`,
  );
  await expect(restore()).rejects.toThrow('start commit 80ba7ad8');
  expectUntouched();
});

test('a restore over a directory from before the baseline is rejected and changes nothing', async () => {
  const old = join(folder, 'old');
  restoreBeforeBaseline(old);
  await writeBackup(dataDir, file);
  // Older still: from before a database recorded erasures.
  const database = new DatabaseSync(join(old, 'event-companion.db'));
  database.exec(`drop table erasures; delete from kysely_migration where name >= '025'`);
  database.close();
  const before = readdirSync(old);
  await expect(restoreBackup(old, file, now)).rejects.toThrow(
    `${join(old, 'event-companion.db')} does not fit this version of the server – an older version of Event Companion made it (schema 24;`,
  );
  expect(readdirSync(old)).toEqual(before);
});

test('restore reports keys that differ from the current ones', async () => {
  await writeBackup(dataDir, file);
  writeFileSync(join(dataDir, 'secret'), 'second');
  expect(await restore()).toMatchObject({ changedKeys: ['secret'] });
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe('first');
  expect(await restore()).toMatchObject({ changedKeys: [] });
});

test('restore moves a broken database aside, unless a server has it open', async () => {
  await writeBackup(dataDir, file);
  writeFileSync(live, 'broken '.repeat(1_000));
  const lock = lockDataDir(dataDir)!;
  await expect(restore()).rejects.toThrow('stop the server');
  lock.release();
  const { kept } = await restore();
  expect(readFileSync(kept!, 'utf8')).toContain('broken');
  const store = await openStore({ path: live });
  expect(await sqlOf(store.reading).selectFrom('posts').select('id').execute()).not.toEqual([]);
  await store.close();
});

test('two restores at the same time of day both succeed and keep both earlier states', async () => {
  await writeBackup(dataDir, file);
  const epochs = new Set<string>();
  const kept = new Set<string | null>();
  for (let i = 0; i < 2; i += 1) {
    kept.add((await restore()).kept);
    const store = await openStore({ path: live });
    epochs.add(await readEpoch(store.reading));
    await store.close();
  }
  expect([epochs.size, kept.size]).toEqual([2, 2]);
  for (const one of kept) expect(checkBackup(one!).files).toBe(2);
});

test('repeated restores never issue a version twice, also if the issued versions are unknown', async () => {
  const versionAfter = async (): Promise<number> => {
    await restore();
    change(live, 'update posts set version = version + 1');
    const store = await openStore({ path: live });
    const { version } = await sqlOf(store.reading).selectFrom('posts').select('version').limit(1).executeTakeFirstOrThrow();
    await store.close();
    return version;
  };
  await writeBackup(dataDir, file);
  const first = await versionAfter();
  const second = await versionAfter();
  expect(second).toBeGreaterThan(first + 1_000);
  // The change log still has the version of the deleted row.
  change(live, `update change_log set version = 7000009 where resource = 'posts'; delete from posts`);
  expect(await versionAfter()).toBeGreaterThan(8_000_000);
  writeFileSync(live, 'broken '.repeat(1_000));
  const lucky = new Set([await versionAfter()]);
  for (let i = 0; i < 2; i += 1) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(live + suffix, { force: true });
    lucky.add(await versionAfter());
  }
  expect(lucky.size).toBeGreaterThan(1);
});

test('a row created again after a restore has a higher version than before', async () => {
  change(live, 'delete from arrangements');
  const store = await openStore({ path: live });
  const writer = new Writer({ store, clock: systemClock, log: console });
  const order = async (position: number): Promise<number> => {
    const body = { event: home, positions: [{ id: '01900000-0000-7000-8000-000000000001', position }] };
    const call = { caller: callerOf('orga'), key: null, lane: null, method: 'PATCH', path: '/api/contactlinks/positions', body };
    const [answer] = await writer.submit([readCall(call)]);
    return (answer as Success).row!.version;
  };
  await writeBackup(dataDir, file);
  const before = [await order(1), await order(2)];
  await restore();
  const after = await order(3);
  await restore();
  expect([before, after, await order(4)]).toEqual([[1, 2], 1_000_001, 2_000_001]);
  await writer.close();
  await store.close();
});

test('a backup does not contain the copies that restores kept', async () => {
  await writeBackup(dataDir, file);
  const { kept } = await restore();
  expect(existsSync(kept!)).toBe(true);
  expect(await writeBackup(dataDir, join(folder, 'second.backup'))).toMatchObject({ files: 2 });
});

test('restore keeps the current push devices and their jobs', async () => {
  const device = (id: number, session: string, user: number) => `
    insert into sessions (id, user_id, current_hash, handed_out_at, generation, created_at, expires_at) values ('${session}', ${user}, '', 0, 0, 0, 9e15);
    insert into push_subscriptions (id, endpoint, user_id, session_id, p256dh, auth, language, created_at)
      values (${id}, 'https://push.example/${id}', ${user}, '${session}', '', '', 'de', 0);
    insert into push_jobs (id, subscription_id, subject, payload, state, attempts, next_at, created_at) values (${id}, ${id}, 'announcement-1', '{}', 'waiting', 0, 0, 0);
    insert into push_news (id, resource, row_id, event_id, author_id, created_at) values (${id}, 'posts', '${id}', 1, ${user}, 0);`;
  change(live, device(1, 'passed-on', 3) + device(2, 'kept', 4));
  await writeBackup(dataDir, file);
  change(
    live,
    `pragma foreign_keys = on; delete from sessions where id = 'passed-on'; update push_jobs set state = 'sent'; delete from push_news where id = 1`,
  );
  change(
    live,
    `insert into users (id, email, name, role, password_hash, active_event_id, email_verified, version, created_at)
       values (99, 'new@camp.example', 'New', 'user', '!', 1, 1, 1, 0); ${device(3, 'newcomer', 99)}`,
  );
  await restore();
  const store = await openStore({ path: live });
  expect(await sqlOf(store.reading).selectFrom('push_subscriptions').select(['id', 'user_id']).execute()).toEqual([{ id: 2, user_id: 4 }]);
  expect(await sqlOf(store.reading).selectFrom('push_jobs').select(['id', 'state']).execute()).toEqual([{ id: 2, state: 'sent' }]);
  expect(await sqlOf(store.reading).selectFrom('push_news').select('id').execute()).toEqual([{ id: 2 }]);
  await store.close();
});

test('restore keeps current mails and links, so that nothing is sent or opened twice', async () => {
  const mail = (id: string, user: number | null) =>
    `insert into mails (id, user_id, kind, address, state, attempts, next_at, created_at) values ('${id}', ${user}, 'verify', '${id}', 'waiting', 0, 0, 0);`;
  const link = (hash: string, user: number) =>
    `insert into link_tokens (hash, user_id, use, created_at, expires_at) values ('${hash}', ${user}, 'reset', 0, 9e15);`;
  change(live, mail('sent', 4) + link('used', 4));
  await writeBackup(dataDir, file);
  change(live, `delete from mails; update link_tokens set used_at = 5; ${mail('asked', null)} ${mail('waiting', 4)}`);
  change(
    live,
    `insert into users (id, email, name, role, password_hash, email_verified, version, created_at) values (99, 'n', '', 'user', '!', 1, 1, 0);
    ${mail('newcomer', 99)} ${link('newcomer', 99)}`,
  );
  await restore();
  const store = await openStore({ path: live });
  expect(await sqlOf(store.reading).selectFrom('mails').select('id').orderBy('id').execute()).toEqual([{ id: 'asked' }, { id: 'waiting' }]);
  expect(await sqlOf(store.reading).selectFrom('link_tokens').select(['hash', 'used_at']).execute()).toEqual([
    { hash: 'used', used_at: 5 },
  ]);
  await store.close();
});

test('restore keeps current attempts, spent pre-sessions and counted times', async () => {
  const kept = (text: string, user: number, at: number) =>
    `insert into attempts (attempt, key, at, under_way) values ('${text}', '${text}', ${at}, 0);
    insert into spent_pre_sessions (hash, expires_at) values ('${text}', ${at});
    insert into email_hits (user_id, at) values (${user}, ${at});
    insert into address_changes (user_id, at) values (${user}, ${at});`;
  change(live, kept('before', 4, 1));
  await writeBackup(dataDir, file);
  change(
    live,
    `delete from attempts; delete from spent_pre_sessions; delete from email_hits; delete from address_changes; ${kept('now', 4, 2)}`,
  );
  change(
    live,
    `insert into users (id, email, name, role, password_hash, email_verified, version, created_at) values (99, 'n', '', 'user', '!', 1, 1, 0);
    insert into email_hits (user_id, at) values (99, 2);
    insert into address_changes (user_id, at) values (99, 2)`,
  );
  await restore();
  const store = await openStore({ path: live });
  expect(await sqlOf(store.reading).selectFrom('attempts').select('key').execute()).toEqual([{ key: 'now' }]);
  expect(await sqlOf(store.reading).selectFrom('spent_pre_sessions').select('hash').execute()).toEqual([{ hash: 'now' }]);
  for (const counted of ['email_hits', 'address_changes'] as const)
    expect(await sqlOf(store.reading).selectFrom(counted).selectAll().execute()).toEqual([{ user_id: 4, at: 2 }]);
  await store.close();
});

test('a backup contains people’s pictures, and restore keeps later ones', async () => {
  const kept = join(dataDir, 'images/photos', `${'k'.repeat(22)}-8x8.webp`);
  const later = join(dataDir, 'images/photos', `${'l'.repeat(22)}-8x8.webp`);
  mkdirSync(join(dataDir, 'images/photos'), { recursive: true });
  writeFileSync(kept, 'picture');
  expect(await writeBackup(dataDir, file)).toMatchObject({ files: 3 });
  rmSync(kept);
  writeFileSync(later, 'came later');
  await restore();
  expect(readFileSync(kept, 'utf8')).toBe('picture');
  // Not removed: a running server may be receiving the picture for a new row; its sweep decides.
  expect(existsSync(later)).toBe(true);
});

test('partial uploads are not backed up, not restored from older backups, and not touched', async () => {
  const partial = join(dataDir, 'uploads/3/0192a4b8-0000-7000-8000-000000000001');
  mkdirSync(dirname(partial), { recursive: true });
  writeFileSync(partial, 'half a picture');
  expect(await writeBackup(dataDir, file)).toMatchObject({ files: 2 });
  // Older backups contained uploads.
  change(file, "insert into backup_files select 'uploads/4/older', sha256, content from backup_files where path = 'secret'");
  await restore();
  expect(readFileSync(partial, 'utf8')).toBe('half a picture');
  expect(existsSync(join(dataDir, 'uploads/4'))).toBe(false);
});

test('a photo deleted during a backup is contained entirely or not at all', async () => {
  const database = new DatabaseSync(live);
  const photo = String(database.prepare('select url from photos').get()!['url']);
  database.close();
  const path = join(dataDir, photo);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'picture');
  const written = writeBackup(dataDir, file);
  // Rows are copied now, and files are not yet.
  while (!readdirSync(folder).some((name) => name.endsWith('.part'))) await nextTurn();
  change(live, 'delete from photos');
  rmSync(path);
  await written;
  expect(missingPictures(file)).not.toContain(photo);
});
