import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FeedPage } from '#contract/endpoints/core.ts';
import { people } from '../fixtures/camp.ts';
import { audit, noFindings } from './harness/audit.ts';
import { buildCampOnDisk, type CampOnDisk } from './harness/camp-on-disk.ts';
import { operate, ServerProcess } from './harness/server-process.ts';
import { sendBatch, StubbornClient } from './harness/stubborn-client.ts';

let camp: CampOnDisk;
let server: ServerProcess;
let folder: string;
let file: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'event-companion-backups-'));
  file = join(folder, 'camp.backup');
  camp = await buildCampOnDisk();
  mkdirSync(join(camp.dataDir, 'events/1'), { recursive: true });
  writeFileSync(picture(), 'as it was');
  server = new ServerProcess(camp.dataDir);
  await server.start();
});
afterEach(async () => {
  await server.stop();
  camp.remove();
  rmSync(folder, { recursive: true });
});

const picture = (dataDir = camp.dataDir) => join(dataDir, 'events/1/header.png');

function post(content: string, key: string = randomUUID()) {
  return { key, lane: key, method: 'POST' as const, path: '/api/post', body: { content } };
}

async function pull(cursor?: string): Promise<FeedPage> {
  const query = cursor === undefined ? '' : `?cursor=${cursor}`;
  const answer = await fetch(`${server.origin}/api/sync${query}`, { headers: { authorization: `Bearer ${camp.tokens.author}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as FeedPage;
}

test('a backup under load misses nothing that was acknowledged before it began', async () => {
  const clients = (['author', 'participant'] as const).map(
    (name) => new StubbornClient(`torture ${name}`, () => server.origin, camp.tokens[name]),
  );
  for (const client of clients) client.start();
  while (clients.some((client) => client.acknowledged < 300)) await pause(5);
  const before = clients.map((client) => client.ledger());
  expect(await operate('backup', ['--out', file], camp.dataDir)).toMatchObject({ code: 0 });
  expect(statSync(file).mode & 0o077).toBe(0);
  const removedSoFar = () => new Set(clients.flatMap((client) => [...client.ledger().removed]));
  await Promise.all(clients.map((client) => client.finish()));

  const elsewhere = join(folder, 'elsewhere');
  expect(await operate('restore', [file], elsewhere)).toMatchObject({ code: 0 });
  const restored = new DatabaseSync(join(elsewhere, 'event-companion.db'), { readOnly: true });
  const removed = removedSoFar();
  const kept = before.map((ledger) => ({ ...ledger, kept: new Map([...ledger.kept].filter(([content]) => !removed.has(content))) }));
  const query = <Row>(sql: string) => restored.prepare(sql).all() as Row[];
  expect(audit({ query }, kept)).toEqual(noFindings);
  expect(query<{ open: number }>('select count(*) as open from sessions where revoked_at is null')).toEqual([{ open: 0 }]);
  restored.close();
  expect(readFileSync(picture(elsewhere), 'utf8')).toBe('as it was');
  expect(readFileSync(join(elsewhere, 'secret'))).toEqual(readFileSync(join(camp.dataDir, 'secret')));
});

test('a restore under a running server makes devices load anew, keeps them signed in, and accepts pending commands once', async () => {
  const token = camp.tokens.author;
  const waiting = post('waits on a device');
  await sendBatch(server.origin, token, [post('before the backup')]);
  expect(await operate('backup', ['--out', file], camp.dataDir)).toMatchObject({ code: 0 });
  const [forgotten] = await sendBatch(server.origin, token, [post('after the backup')]);
  expect(forgotten?.status).toBe(201);
  writeFileSync(picture(), 'changed since');
  writeFileSync(join(camp.dataDir, 'events/1/new.png'), 'new');
  const { cursor } = await pull();

  const restore = await operate('restore', [file], camp.dataDir);
  expect(restore).toMatchObject({ code: 0 });
  expect(restore.output).not.toContain('start it again');

  const page = await pull(cursor);
  expect(page.reset).toBe(true);
  const contents = page.changes.flatMap(({ row }) => (row && 'content' in row ? [row['content']] : []));
  expect(contents).toContain('before the backup');
  expect(contents).not.toContain('after the backup');
  for (let twice = 0; twice < 2; twice += 1) expect((await sendBatch(server.origin, token, [waiting]))[0]?.status).toBe(201);
  expect(camp.query("select id from posts where content = 'waits on a device'")).toHaveLength(1);
  expect(readFileSync(picture(), 'utf8')).toBe('as it was');
  expect(() => readFileSync(join(camp.dataDir, 'events/1/new.png'))).toThrow('ENOENT');

  const kept = /What was there before: (\S+\.backup)/.exec(restore.output)?.[1] ?? '';
  expect(await operate('restore', [kept], camp.dataDir)).toMatchObject({ code: 0 });
  expect(camp.query("select id from posts where content = 'after the backup'")).toHaveLength(1);
  expect(readFileSync(picture(), 'utf8')).toBe('changed since');
});

test('a restore keeps later sign-outs and never reuses an account id of the forgotten time', async () => {
  expect(await operate('backup', ['--out', file], camp.dataDir)).toMatchObject({ code: 0 });
  const headers = { authorization: `Bearer ${camp.tokens.participant}`, 'sec-fetch-site': 'same-origin' };
  expect((await fetch(`${server.origin}/api/users/logout`, { method: 'POST', headers })).status).toBe(200);
  await operate('create-admin', ['--email', 'late@camp.example', '--name', 'Late'], camp.dataDir, 'Late-Comer-1\n');
  const idOf = (email: string) => camp.query<{ id: number }>('select id from users where email = ?', email)[0]?.id ?? 0;
  const late = idOf('late@camp.example');
  expect(late).toBeGreaterThan(people.otherOrga.id);

  expect(await operate('restore', [file], camp.dataDir)).toMatchObject({ code: 0 });
  expect((await fetch(`${server.origin}/api/users/me`, { headers })).status).toBe(401);
  await operate('create-admin', ['--email', 'later@camp.example', '--name', 'Later'], camp.dataDir, 'Late-Comer-1\n');
  expect(idOf('late@camp.example')).toBe(0);
  expect(idOf('later@camp.example')).toBeGreaterThan(late);
});

test('a restore never reuses a row version of the forgotten time', async () => {
  const versions = () => camp.query<{ version: number }>('select version from schedule_entries');
  expect(await operate('backup', ['--out', file], camp.dataDir)).toMatchObject({ code: 0 });
  const [before] = versions();
  expect(await operate('restore', [file], camp.dataDir)).toMatchObject({ code: 0 });
  expect(versions()[0]!.version).toBeGreaterThan(before!.version + 1_000);
});
