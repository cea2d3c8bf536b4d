import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readMigrations } from './migrations.ts';
import { loadRows } from '../repositories/rows.ts';
import { readingBy } from './handles.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from '../sqlite/dialect.ts';
import { openStore } from '../store.ts';

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'event-companion-migrations-'))));
afterEach(() => rmSync(dir, { recursive: true }));

const opened = (path: string) => new Kysely<Schema>(openSqlite(path, 0));

async function migrateTo(db: Kysely<Schema>, name: string): Promise<void> {
  const { error } = await new Migrator({ db, provider: { getMigrations: readMigrations } }).migrateTo(name);
  expect(error).toBeUndefined();
}

/** Creates a database of the first version: an event, two people in it, a feed of two changes. */
async function firstVersion(path: string): Promise<void> {
  const db = opened(path);
  await migrateTo(db, '002-sessions');
  await sql`insert into events values (1, 'Camp', '', '2026-11-20T08:00:00.000Z', '2026-11-24T13:00:00.000Z', 1, 0, 'Europe/Berlin', 'de-DE', 1)`.execute(
    db,
  );
  for (const id of [1, 2]) {
    await sql`insert into users (id, email, name, role, password_hash, active_event_id, email_verified, version, created_at)
      values (${id}, ${`${id}@camp.example`}, 'A', 'user', '!', 1, 1, 1, 5)`.execute(db);
  }
  await sql`insert into scope_counters values ('user:1', 7, 0), ('event:1', 3, 0)`.execute(db);
  await db.destroy();
}

async function newIn(db: Kysely<Schema>, scope: string, after: number) {
  const pointers = await db
    .selectFrom('change_log')
    .selectAll()
    .where('scope', '=', scope)
    .where('number', '>', after)
    .orderBy('number')
    .execute();
  const rows = await Promise.all(
    pointers.map(async ({ resource, row_id }) => {
      const id = ['notifications', 'me'].includes(resource) ? Number(row_id) : row_id;
      return (await loadRows(readingBy(db), resource, [id])).get(id);
    }),
  );
  return { numbers: pointers.map(({ number }) => number), rows };
}

test('a database that a newer version has migrated is rejected with the schemas of both versions', async () => {
  const path = join(dir, 'a.db');
  await (await openStore({ path })).close();
  const db = opened(path);
  await sql`insert into kysely_migration values ('999-future', '2030-01-01T00:00:00.000Z')`.execute(db);
  await db.destroy();
  await expect(openStore({ path })).rejects.toThrow(/uses it \(schema 999; this version knows up to \d+\)/);
});

test('people and events of the first version get settings, menu entries and feed entries', async () => {
  const path = join(dir, 'a.db');
  await firstVersion(path);
  const db = opened(path);
  await migrateTo(db, '005-push');
  const settings = { version: 1, general: true, chats: true, meetups: true, pictures: true };
  expect(await newIn(db, 'user:1', 7)).toEqual({ numbers: [8], rows: [{ id: 1, ...settings }] });
  expect(await newIn(db, 'user:2', 0)).toEqual({ numbers: [1], rows: [{ id: 2, ...settings }] });
  const { numbers, rows } = await newIn(db, 'event:1', 3);
  expect(numbers).toEqual([4, 5, 6, 7]);
  expect(rows).toMatchObject([
    { id: '1-6', name: 'notifications', isActive: true },
    { moduleId: 2, menuEntryNumber: 1, sectionNumber: 1, requiredEventRole: 'admin' },
    { moduleId: 4, menuEntryNumber: 1, sectionNumber: 1, requiredEventRole: 'admin' },
    { moduleId: 6, menuEntryNumber: 0, sectionNumber: 2, requiredEventRole: 'participant' },
  ]);
  const counters = await db.selectFrom('scope_counters').select(['scope', 'number']).orderBy('scope').execute();
  expect(counters).toEqual([
    { scope: 'event:1', number: 7 },
    { scope: 'user:1', number: 8 },
    { scope: 'user:2', number: 1 },
  ]);
  await db.destroy();
});

test('members’ rows reach every device again after they gained fields', async () => {
  const path = join(dir, 'c.db');
  await firstVersion(path);
  const db = opened(path);
  await migrateTo(db, '030-meetups');
  await sql`insert into memberships values (1, 1, 'participant', 1), (2, 1, 'admin', 4)`.execute(db);
  await sql`insert into change_log values ('event:1', 'participants', '1-1', 2, 1, 0, 'a', 1, 5)`.execute(db);
  const { number } = await db.selectFrom('scope_counters').select('number').where('scope', '=', 'event:1').executeTakeFirstOrThrow();
  await migrateTo(db, '031-participants');
  const { numbers, rows } = await newIn(db, 'event:1', number);
  expect(rows.slice(-2)).toMatchObject([
    { id: '1-2', version: 5, email: '2@camp.example', whatsapp: null },
    { id: '1-1', version: 2, email: '1@camp.example', whatsapp: null },
  ]);
  const counter = await db.selectFrom('scope_counters').select('number').where('scope', '=', 'event:1').executeTakeFirstOrThrow();
  expect(numbers).toEqual(numbers.map((_, index) => number + 1 + index));
  expect(counter.number).toBe(numbers.at(-1));
  await db.destroy();
});

test('only devices of users with an active second factor are notified of the new field', async () => {
  const path = join(dir, 'e.db');
  await firstVersion(path);
  const db = opened(path);
  await migrateTo(db, '045-device-names');
  await sql`update users set totp_secret = 'JBSWY3DPEHPK3PXP', version = 4 where id = 2`.execute(db);
  const counters = await db.selectFrom('scope_counters').selectAll().orderBy('scope').execute();
  const [one, two] = [1, 2].map((id) => counters.find(({ scope }) => scope === `user:${id}`)!.number);
  await migrateTo(db, '046-second-factor');
  expect(await newIn(db, 'user:1', one!)).toEqual({ numbers: [], rows: [] });
  const { numbers, rows } = await newIn(db, 'user:2', two!);
  expect(numbers).toEqual([two! + 1]);
  expect(rows).toMatchObject([{ id: 2, version: 5, secondFactor: true, recoveryCodesLeft: 0 }]);
  await db.destroy();
});

test('a database of the first version migrates to the current schema', async () => {
  const path = join(dir, 'b.db');
  await firstVersion(path);
  const store = await openStore({ path });
  const [me] = (await loadRows(store.reading, 'me', [1])).values();
  expect(me).toMatchObject({ email: '1@camp.example' });
  await store.close();
});

test('pending pushes get their receivers and keep their texts', async () => {
  const path = join(dir, 'd.db');
  await firstVersion(path);
  const db = opened(path);
  await migrateTo(db, '034-evidence');
  await sql`insert into announcements (id, event_id, title, content, active, notification_sent, "order", version)
    values ('a', 1, 'Feuer', '', 1, 1, 1, 1)`.execute(db);
  await sql`insert into sessions (id, user_id, current_hash, rotated_at, generation, created_at, expires_at) values ('s', 1, '', 0, 0, 0, 9e15)`.execute(
    db,
  );
  await sql`insert into push_subscriptions values (1, 'https://push.example/1', 1, 's', '', '', 'de', 0)`.execute(db);
  for (const [subject, topic, ofMany] of [
    ['announcement-a', null, null],
    ['posts:b', 'posts-1', '"many"'],
    ['photos:c', 'photos-12', '"many"'],
  ]) {
    await sql`insert into push_jobs (subscription_id, subject, topic, payload, payload_of_many, state, attempts, next_at, created_at)
      values (1, ${subject}, ${topic}, '"one"', ${ofMany}, 'waiting', 0, 0, 0)`.execute(db);
  }
  await migrateTo(db, '035-push-receivers');
  const jobs = await db.selectFrom('push_jobs').select(['event_id', 'setting', 'payload', 'payload_of_many']).orderBy('id').execute();
  const [one, many] = ['one', 'many'].map((words) => JSON.stringify({ en: `"${words}"`, de: `"${words}"` }));
  expect(jobs).toEqual([
    { event_id: 1, setting: 'general', payload: one, payload_of_many: null },
    { event_id: 1, setting: 'chats', payload: one, payload_of_many: many },
    { event_id: 12, setting: 'pictures', payload: one, payload_of_many: many },
  ]);
  await db.destroy();
});
