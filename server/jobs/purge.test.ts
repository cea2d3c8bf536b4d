import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { times } from '#contract/times.ts';
import type { Report } from '#contract/resources/reports.ts';
import { buildCamp, home, insertRows, ownReportOf, reportOf } from '#tests/fixtures/camp.ts';
import { PartialUploads } from '../images/partial-uploads.ts';
import { Pictures } from '../images/pictures.ts';
import { openImageStorage } from '../images/storage/open-image-storage.ts';
import { insertAttempt } from '../store/accounts/attempts.ts';
import { insertAuditEntry } from '../store/accounts/audit-log.ts';
import { replaceTimes } from '../store/accounts/counted-times.ts';
import { insertErasure } from '../store/accounts/erase.ts';
import { insertSession, revokeSession, spendPreSession } from '../store/accounts/sessions.ts';
import { readRow } from '../store/repositories/rows.ts';
import { sqlOf } from '../store/core/handles.ts';
import type { Store } from '../store/store.ts';
import { openTestStore } from '#tests/fixtures/databases/test-store.ts';
import { watchStatements } from '#tests/fixtures/databases/statements.ts';
import { purge, startPurging } from './purge.ts';

const clock = { time: Date.UTC(2026, 10, 21), now: () => clock.time };
let dataDir: string;
let store: Store;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'event-companion-purge-'));
  store = await openTestStore();
  await buildCamp(store, clock);
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

const keys = async () => (await sqlOf(store.reading).selectFrom('receipts').select('key').orderBy('key').execute()).map(({ key }) => key);

async function receipt(key: string, age: number): Promise<void> {
  const created_at = clock.now() - age;
  await sqlOf(store.reading).insertInto('receipts').values({ user_id: 1, key, hash: '', status: 204, body: null, created_at }).execute();
}

async function device(expiresAt = clock.now() + times.day): Promise<number> {
  const session = { id: 's', userId: 3, deviceName: null, currentHash: '', createdAt: 0, expiresAt };
  await store.write([], (trx) => insertSession(trx, session));
  const own = { endpoint: 'https://push.example/1', user_id: 3, session_id: 's', p256dh: '', auth: '', language: 'de' as const };
  const made = sqlOf(store.reading)
    .insertInto('push_subscriptions')
    .values({ ...own, created_at: 0 });
  return (await made.returning('id').executeTakeFirstOrThrow()).id;
}

test('a purge deletes receipts after 30 days', async () => {
  await receipt('old', times.receiptLife + 1);
  await receipt('young', times.receiptLife - 1);
  await purge(store, clock);
  expect(await keys()).toEqual(['young']);
});

test('a purge deletes receipts in slices, so that other writes run in between', async () => {
  const names = Array.from({ length: 2_500 }, (_, index) => `old-${index}`);
  const rows = names.map((key) => ({ user_id: 1, key, hash: '', status: 204, body: null, created_at: 0 }));
  for (const part of [rows.slice(0, 1_250), rows.slice(1_250)]) await sqlOf(store.reading).insertInto('receipts').values(part).execute();
  await receipt('young', 0);
  const watching = watchStatements();
  await purge(store, clock);
  watching.stop();
  expect(watching.statements.filter((text) => text.startsWith('delete from "receipts"'))).toHaveLength(3);
  expect(await keys()).toEqual(['young']);
});

test('a purge makes jobs due that a clock ahead has planned, and deletes future attempts', async () => {
  const ahead = clock.now() + 400 * times.day;
  const mail = {
    id: 'one',
    user_id: null,
    kind: 'verify',
    address: 'a@camp.example',
    language: 'de',
    state: 'waiting',
    attempts: 1,
  } as const;
  await sqlOf(store.reading)
    .insertInto('mails')
    .values({ ...mail, next_at: ahead, created_at: ahead })
    .execute();
  await store.write([], (trx) => insertAttempt(trx, 'one', [{ key: 'key', account: null }], ahead));
  await sqlOf(store.reading).insertInto('turns').values({ name: 'purge', holder: null, held_until: 0, done_at: ahead }).execute();
  expect(await purgeAtStart(dataDir)).toEqual([]);
  expect(await sqlOf(store.reading).selectFrom('attempts').selectAll().execute()).toEqual([]);
  expect(await sqlOf(store.reading).selectFrom('mails').select('next_at').execute()).toEqual([{ next_at: clock.now() }]);
});

test('a purge at a start whose clock is far ahead of the last run deletes nothing and warns', async () => {
  await receipt('young', 0);
  expect(await purgeAtStart(dataDir)).toEqual([]);
  clock.time += times.receiptLife + times.day;
  expect(await purgeAtStart(dataDir)).toMatchObject([{ last: expect.any(String) }]);
  expect(await keys()).toEqual(['young']);
});

test('a purge deletes ended sessions with the push endpoints of their devices', async () => {
  await device(clock.now());
  const session = { userId: 3, deviceName: null, currentHash: '', createdAt: 0 };
  await store.write([], async (trx) => {
    await insertSession(trx, { ...session, id: 'alive', expiresAt: clock.now() + 1 });
    await insertSession(trx, { ...session, id: 'revoked', expiresAt: clock.now() + 1 });
    await revokeSession(trx, { id: 'revoked', userId: 3 }, clock.now());
  });
  await purge(store, clock);
  const left = await sqlOf(store.reading).selectFrom('sessions').select('id').where('user_id', '=', 3).orderBy('id').execute();
  expect(left).toEqual([{ id: 'alive' }, { id: 'author' }]);
  expect(await sqlOf(store.reading).selectFrom('push_subscriptions').selectAll().execute()).toEqual([]);
});

test('a purge redacts a decided report after 90 days and keeps an open one', async () => {
  const makeReport = async (state: Report['state'], age: number): Promise<string> => {
    const common = { id: uuidv7(), text: 'canary', createdAt: new Date(clock.now() - age).toISOString() };
    await insertRows(store, clock, 'reports', [reportOf('author', { ...common, state })]);
    await insertRows(store, clock, 'ownReports', [ownReportOf('participant', 'author', common)]);
    return common.id;
  };
  const old = await makeReport('removed', 90 * times.day + 1);
  const kept = [await makeReport('dismissed', 90 * times.day - 1), await makeReport('open', 200 * times.day)];
  await purge(store, clock);
  expect(await readRow(store.reading, 'reports', old)).toMatchObject({ state: 'removed', text: '', snapshot: null, version: 2 });
  expect(await readRow(store.reading, 'ownReports', old)).toMatchObject({ text: 'canary', seen: null });
  for (const id of kept)
    expect(await readRow(store.reading, 'reports', id)).toMatchObject({ text: 'canary', snapshot: expect.anything(), version: 1 });
});

test('a purge deletes failures after a quarter of an hour', async () => {
  const ages = [15 * times.minute, 15 * times.minute - 1];
  await store.write([], async (trx) => {
    for (const age of ages) await insertAttempt(trx, `${age}`, [{ key: 'key', account: null }], clock.now() - age);
  });
  await purge(store, clock);
  expect(await sqlOf(store.reading).selectFrom('attempts').select('at').execute()).toEqual([{ at: clock.now() - ages[1]! }]);
});

test('a purge deletes a spent pre-session when it has expired', async () => {
  await store.write([], async (trx) => {
    for (const more of [0, 1]) await spendPreSession(trx, { hash: `${more}`, expiresAt: clock.now() + more });
  });
  await purge(store, clock);
  expect(await sqlOf(store.reading).selectFrom('spent_pre_sessions').select('hash').execute()).toEqual([{ hash: '1' }]);
});

test.each(['email_hits', 'address_changes'] as const)('a purge deletes %s after an hour', async (counted) => {
  await store.write([], (trx) => replaceTimes(trx, counted, new Map([[3, [clock.now() - times.hour, clock.now() - times.hour + 1]]])));
  await purge(store, clock);
  expect(await sqlOf(store.reading).selectFrom(counted).select('at').execute()).toEqual([{ at: clock.now() - times.hour + 1 }]);
});

test('a purge deletes audit entries after a year', async () => {
  const entry = { kind: 'resetLinks.made', actorId: 1, personId: 3 } as const;
  const ages = [times.auditLife + 1, times.auditLife - 1];
  await store.write([], async (trx) => {
    for (const age of ages) await insertAuditEntry(trx, entry, clock.now() - age);
  });
  await purge(store, clock);
  const left = await sqlOf(store.reading).selectFrom('audit_log').select('at').execute();
  expect(left).toEqual([{ at: clock.now() - ages[1]! }]);
});

test('a purge deletes announcement pushes after 30 days, sent or not', async () => {
  const made = { payload: '{}', attempts: 0, next_at: 0 };
  const id = await device();
  const jobs = (['waiting', 'sent'] as const).flatMap((state) =>
    [times.receiptLife + 1, times.receiptLife - 1].map((age) => {
      const name = { subscription_id: id, subject: `announcement-${state}-${age}` };
      return { ...made, ...name, state, created_at: clock.now() - age };
    }),
  );
  await sqlOf(store.reading).insertInto('push_jobs').values(jobs).execute();
  await purge(store, clock);
  const left = await sqlOf(store.reading).selectFrom('push_jobs').select('subject').orderBy('id').execute();
  expect(left.map(({ subject }) => subject)).toEqual([jobs[1]!.subject, jobs[3]!.subject]);
});

test('a purge deletes pushes of shared rows after two days', async () => {
  const id = await device();
  const sent = { payload: '{}', attempts: 1, next_at: 0, state: 'sent' as const, subscription_id: id, topic: 'posts-1' };
  const ages = [2 * times.day + 1, 2 * times.day - 1];
  const news = ages.map((age) => ({ ...sent, subject: `posts:${age}`, created_at: clock.now() - age }));
  await sqlOf(store.reading).insertInto('push_jobs').values(news).execute();
  await purge(store, clock);
  const left = await sqlOf(store.reading).selectFrom('push_jobs').select('subject').execute();
  expect(left.map(({ subject }) => subject)).toEqual([news[1]!.subject]);
});

test('a purge deletes tombstones after 90 days, raises the purged number of their scope and keeps rows', async () => {
  const scope = `event:${home}`;
  const pointers = await sqlOf(store.reading)
    .selectFrom('change_log')
    .select(['resource', 'number'])
    .where('scope', '=', scope)
    .orderBy('number')
    .execute();
  const gone = pointers.find(({ resource }) => resource === 'modules')!;
  await sqlOf(store.reading)
    .updateTable('change_log')
    .set({ gone: 1 })
    .where('scope', '=', scope)
    .where('number', '=', gone.number)
    .execute();
  clock.time += times.tombstoneLife - 1;
  await purge(store, clock);
  const count = () => sqlOf(store.reading).selectFrom('change_log').select('number').where('scope', '=', scope).execute();
  expect(await count()).toHaveLength(pointers.length);
  clock.time += 2;
  await purge(store, clock);
  expect(await count()).toHaveLength(pointers.length - 1);
  const counter = await sqlOf(store.reading)
    .selectFrom('scope_counters')
    .select('purged_number')
    .where('scope', '=', scope)
    .executeTakeFirst();
  expect(counter?.purged_number).toBe(gone.number);
});

async function purgeAtStart(dataDir: string): Promise<unknown[]> {
  const logged: unknown[] = [];
  const note = (details: object) => void logged.push(details);
  const log = { info: note, warn: note, error: note };
  const { files, pieces } = openImageStorage(store, { dataDir, picturesDir: null });
  const own = { pictures: new Pictures(files), partialUploads: new PartialUploads(pieces) };
  // A turn that has begun has a row, and no such time.
  const done = async () => (await sqlOf(store.reading).selectFrom('turns').select('done_at').executeTakeFirst())?.done_at ?? null;
  const before = await done();
  clock.time += 1;
  const stop = startPurging({ dataDir, store, clock, log, ...own });
  await vi.waitFor(async () => expect(await done()).not.toEqual(before));
  await stop();
  return logged;
}

test('the only process on a database purges at every start and stops on request', async () => {
  for (let start = 0; start < 2; start += 1) {
    await receipt('old', times.receiptLife + 1);
    expect(await purgeAtStart(dataDir)).toEqual([]);
    expect(await keys()).toEqual([]);
  }
});

test('an aborted purge begins no further step', async () => {
  await receipt('old', times.receiptLife + 1);
  const stopping = new AbortController();
  const write: Store['write'] = (...given) => {
    stopping.abort();
    return store.write(...given);
  };
  await purge({ ...store, write }, clock, { stopping: stopping.signal });
  expect(await keys()).toEqual(['old']);
});

test('a purge deletes mail files of people whom another process has erased', async () => {
  const at = new Date(clock.now()).toISOString().replaceAll(':', '-');
  const mails = [8, 9].map((userId) => join(dataDir, 'mails', `${at} id ${userId}.eml`));
  mkdirSync(join(dataDir, 'mails'));
  for (const mail of mails) writeFileSync(mail, '');
  await store.write([], (trx) => insertErasure(trx, { userId: 9, keepsShared: false, erasedAt: clock.now() }));
  await purgeAtStart(dataDir);
  expect(mails.map((mail) => existsSync(mail))).toEqual([true, false]);
});

test('a failed step of a purge is logged and does not prevent the others', async () => {
  await receipt('young', 0);
  // A receipt that cannot be parsed.
  await sqlOf(store.reading).updateTable('receipts').set({ body: '{' }).execute();
  await sqlOf(store.reading).updateTable('change_log').set({ gone: 1, changed_at: 0 }).execute();
  await store.write([], (trx) => insertErasure(trx, { userId: 9, keepsShared: false, erasedAt: 0 }));
  const upload = join(dataDir, 'uploads/3/left');
  mkdirSync(dirname(upload), { recursive: true });
  writeFileSync(upload, '');
  utimesSync(upload, 0, 0);
  expect(await purgeAtStart(dataDir)).toEqual([{ err: expect.objectContaining({ message: 'malformed JSON' }) }]);
  const left = await sqlOf(store.reading).selectFrom('change_log').select('resource').execute();
  // The event has ended by this clock, so its dating was deleted and its date of deletion set.
  expect(left.filter(({ resource }) => !/^dating|^events$/.test(resource))).toEqual([]);
  expect(await sqlOf(store.reading).selectFrom('erasures').select('scrubbed').execute()).toEqual([{ scrubbed: 1 }]);
  expect(existsSync(upload)).toBe(false);
});
