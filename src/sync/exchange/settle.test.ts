import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { BatchAnswer } from '#contract/endpoints/core.ts';
import { posts } from '#contract/resources/posts.ts';
import { freshDatabase, quietPorts, removePost, serverPost, userId, writePost, writePosts } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import type { MetaRecord, OutboxEntry } from '#db/records.ts';
import { wipeMirror, reviveMirror } from '../outbox/wipe.ts';
import { storeArrivals } from '../mirror/mirror.ts';
import { recordUnsent, unsentEntries } from '../outbox/loss-journal.ts';
import { type CursorState, readCursor } from './cursor.ts';
import { applyPage } from './pull.ts';
import { settle } from './settle.ts';
import { markInFlight } from '../outbox/in-flight.ts';

let ports = quietPorts();
let db: EventDatabase;

beforeEach(() => {
  ports = quietPorts();
  db = freshDatabase();
  return () => db.close();
});

const view = async (id: unknown) => db.mirror('posts').get(String(id));
const answer = (entry: OutboxEntry, status: number, body?: unknown): { entry: OutboxEntry; answer: BatchAnswer } => ({
  entry,
  answer: { key: entry.key, status, body },
});
const feed = (changes: Parameters<typeof applyPage>[1]['changes'], cursor: string) => ({ cursor, reset: false, more: false, changes });
const gone = (id: string, version: number) => ({ resource: 'posts', id, version, row: null });

async function hold(row: ReturnType<typeof serverPost>): Promise<void> {
  await db.transaction('rw', db.outbox, db.mirror('posts'), () =>
    storeArrivals(db, posts, [{ id: row.id, base: { row, version: row.version } }]),
  );
}

describe('a settled command leaves the loss journal', () => {
  const testified = async () => (await unsentEntries(ports.store, userId)).map(({ key }) => key);

  test('by its key, without reading all pending commands', async () => {
    const [sent, refused, rebuilt] = [
      await writePost(db, ports, 'sent'),
      await writePost(db, ports, 'refused'),
      await writePost(db, ports, 'old'),
    ];
    await db.outbox.update(rebuilt.seq, { original: { args: {} } });
    await recordUnsent(ports.store, [sent, refused, rebuilt]);
    const keys = vi.spyOn(ports.store, 'keys');
    const original = { ...rebuilt, original: { args: {} } };
    await settle(db, ports, [
      answer(sent, 201, serverPost(String(sent.id))),
      answer(refused, 403),
      answer(original, 400, { error: 'invalid', message: '' }),
    ]);
    expect(keys).not.toHaveBeenCalled();
    const left = await db.outbox.toArray();
    expect(left.map(({ key }) => key)).not.toContain(rebuilt.key);
    expect((await testified()).toSorted()).toEqual(left.map(({ key }) => key).toSorted());
  });
});

test.each([
  ['few', 1],
  ['many', 3],
])('sixty answered rows are found among %s rows of others', async (_how, others) => {
  const entries = await writePosts(db, ports, Array(60).fill('hello'));
  const theirs = entries.flatMap(({ id }) => Array.from({ length: others }, (_, index) => serverPost(`${id}-${index}`)));
  await db.mirror('posts').bulkAdd(theirs);
  const [absent, newer] = [String(entries[7]!.id), String(entries[8]!.id)];
  await db.mirror('posts').delete(absent);
  await hold(serverPost(newer, { version: 2, content: 'changed since' }));
  await settle(
    db,
    ports,
    entries.map((entry) => answer(entry, 201, serverPost(String(entry.id)))),
  );
  expect(await db.outbox.count()).toBe(0);
  expect(await db.mirror('posts').count()).toBe(60 + theirs.length);
  expect(
    await db
      .mirror('posts')
      .filter(({ $pending }) => $pending !== undefined)
      .count(),
  ).toBe(0);
  expect([await view(absent), await view(newer)]).toMatchObject([{ content: 'hello' }, { content: 'changed since' }]);
});

describe('an answer', () => {
  test("201 replaces the view by the server's row", async () => {
    const entry = await writePost(db, ports, 'hello');
    const row = serverPost(String(entry.id), { order: 12 });
    await settle(db, ports, [answer(entry, 201, row)]);
    expect(await db.outbox.count()).toBe(0);
    expect(await view(entry.id)).toEqual({ ...row, thread: '' });
  });

  test('403 parks the command and rolls the view back', async () => {
    const entry = await writePost(db, ports, 'hello');
    await settle(db, ports, [answer(entry, 403, { error: 'forbidden', message: 'no' })]);
    expect(await db.outbox.toArray()).toMatchObject([{ state: 'refused', lastError: { code: 'forbidden' } }]);
    expect(await view(entry.id)).toBeUndefined();
  });

  test('503 marks the command as tried at the time of the answer', async () => {
    const entry = await writePost(db, { ...ports, now: () => 0 }, 'from a phone whose clock was far behind');
    await settle(db, ports, [answer(entry, 503, { error: 'unavailable', message: '' })]);
    expect(await db.outbox.toArray()).toMatchObject([{ state: 'waiting', attempts: 1, triedAt: ports.now() }]);
  });

  test('503 marks the command as tried when it was sent, even if the clock was set since', async () => {
    const entry = await writePost(db, ports, 'hello');
    await markInFlight(db, ports, [entry]);
    await settle(db, { ...ports, now: () => 0 }, [answer(entry, 503, { error: 'unavailable', message: '' })]);
    expect(await db.outbox.toArray()).toMatchObject([{ state: 'waiting', triedAt: ports.now(), delayedAt: 0 }]);
  });

  test('412 without a row settles a removal, as another device removed the row', async () => {
    const row = serverPost('0190f1de-0000-7000-8000-000000000001');
    await hold(row);
    await settle(db, ports, [answer(await removePost(db, ports, row.id), 412, { error: 'version_conflict', message: '' })]);
    expect(await db.outbox.toArray()).toEqual([]);
  });

  test("412 stores the server's row with the command", async () => {
    const entry = await writePost(db, ports, 'hello');
    const current = serverPost(String(entry.id), { version: 4 });
    await settle(db, ports, [answer(entry, 412, { error: 'version_conflict', message: '', current })]);
    expect(await db.outbox.toArray()).toMatchObject([{ state: 'conflict', lastError: { code: 'version_conflict', current } }]);
  });

  test.each([429, 500, 503, 507, 409])('%i delays the command and stores the next attempt', async (status) => {
    const entry = await writePost(db, ports, 'hello');
    await settle(db, ports, [{ entry, answer: { key: entry.key, status, retryAfter: 30 } }]);
    const [stored] = await db.outbox.toArray();
    expect(stored).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(stored?.nextAttemptAt).toBeGreaterThanOrEqual(ports.now() + 30_000);
  });

  test('404 settles a removal', async () => {
    const row = serverPost('0190f1de-0000-7000-8000-000000000001');
    await hold(row);
    const entry = await removePost(db, ports, row.id);
    await settle(db, ports, [answer(entry, 404, { error: 'not_found', message: '' })]);
    expect(await db.outbox.count()).toBe(0);
    expect(await view(row.id)).toMatchObject({ $gone: 1 });
  });

  test('to a discarded command changes nothing', async () => {
    const entry = await writePost(db, ports, 'hello');
    await db.outbox.delete(entry.seq);
    await db.mirror('posts').clear();
    await settle(db, ports, [answer(entry, 201, serverPost(String(entry.id)))]);
    expect(await view(entry.id)).toBeUndefined();
  });
});

describe('an answer to a command that has a new key by now', () => {
  test.each([
    ['accepted', 201],
    ['refused', 403],
    ['put off', 503],
  ])('changes nothing if it is: %s', async (_name, status) => {
    const entry = await writePost(db, ports, 'hello');
    const renamed = { ...entry, key: ports.newId() };
    await db.outbox.put(renamed);
    const before = await view(entry.id);
    await settle(db, ports, [answer(entry, status, serverPost(String(entry.id), { content: 'as it was sent first' }))]);
    expect(await db.outbox.toArray()).toEqual([renamed]);
    expect(await view(entry.id)).toEqual(before);
  });
});

describe('in any order of answers and pages', () => {
  test('a late answer does not bring back a removed row', async () => {
    const entry = await writePost(db, ports, 'hello');
    await applyPage(db, feed([gone(String(entry.id), 2)], 'a'), { from: undefined, now: 0 });
    await settle(db, ports, [answer(entry, 201, serverPost(String(entry.id)))]);
    expect(await view(entry.id)).toMatchObject({ $gone: 1 });
  });

  test('an older page does not bring back a row whose removal is settled', async () => {
    const row = serverPost('0190f1de-0000-7000-8000-000000000001', { version: 3 });
    await applyPage(db, feed([], 'a'), { from: undefined, now: 0 });
    await hold(row);
    const entry = await removePost(db, ports, row.id);
    await settle(db, ports, [answer(entry, 204)]);
    await applyPage(db, feed([{ resource: 'posts', id: row.id, version: 3, row }], 'b'), { from: 'a', now: 0 });
    expect(await view(row.id)).toMatchObject({ $gone: 1 });
    await applyPage(db, feed([gone(row.id, 4)], 'c'), { from: 'b', now: 0 });
    expect(await view(row.id)).toBeUndefined();
  });

  test('an older page does not replace a newer row', async () => {
    const id = '0190f1de-0000-7000-8000-000000000001';
    await applyPage(db, feed([], 'a'), { from: undefined, now: 0 });
    await hold(serverPost(id, { version: 5, content: 'new' }));
    await applyPage(db, feed([{ resource: 'posts', id, version: 4, row: serverPost(id, { version: 4, content: 'old' }) }], 'b'), {
      from: 'a',
      now: 0,
    });
    expect(await view(id)).toMatchObject({ version: 5, content: 'new' });
  });

  test('a feed row with the key of a pending command settles it', async () => {
    const entry = await writePost(db, ports, 'hello');
    const row = serverPost(String(entry.id));
    await applyPage(db, feed([{ resource: 'posts', id: row.id, version: 1, row, key: entry.key }], 'a'), { from: undefined, now: 0 });
    expect(await db.outbox.count()).toBe(0);
    expect(await view(entry.id)).toEqual({ ...row, thread: '' });
  });

  test('a page that does not continue the stored cursor is rejected', async () => {
    await applyPage(db, feed([], 'a'), { from: undefined, now: 0 });
    const row = serverPost('0190f1de-0000-7000-8000-000000000001');
    const change = { resource: 'posts', id: row.id, version: 1, row };
    expect(await applyPage(db, feed([change], 'c'), { from: 'b', now: 0 })).toBe(false);
    expect(await view(row.id)).toBeUndefined();
  });
});

describe('a feed of a newer server', () => {
  const strange = {
    resource: 'dragons',
    id: '0190f1de-0000-7000-8000-00000000000a',
    version: 1,
    row: { id: '0190f1de-0000-7000-8000-00000000000a', version: 1 },
  };

  test('is stored without the resources and with the fields that are unknown to this app', async () => {
    const row = { ...serverPost('0190f1de-0000-7000-8000-000000000001'), mood: 'happy' };
    expect(await applyPage(db, feed([strange, { resource: 'posts', id: row.id, version: 1, row }], 'a'), { from: undefined, now: 0 })).toBe(
      true,
    );
    expect(await view(row.id)).toMatchObject({ content: 'hello', mood: 'happy' });
  });

  test('is loaded again by an app with a newer contract, and the mirror is shown until then', async () => {
    const [kept, gone] = [serverPost('0190f1de-0000-7000-8000-000000000001'), serverPost('0190f1de-0000-7000-8000-000000000002')];
    const rows = [kept, gone].map((row) => ({ resource: 'posts', id: row.id, version: 1, row }));
    await applyPage(db, feed(rows, 'a'), { from: undefined, now: 7 });
    const entry = await writePost(db, ports, 'waiting');
    await db.meta.where({ name: 'cursor' }).modify((record: MetaRecord) => {
      (record.value as CursorState).contract -= 1;
    });
    expect(await applyPage(db, feed([], 'b'), { from: 'a', now: 8 })).toBe(false);
    expect(await db.mirror('posts').count()).toBe(3);
    await applyPage(
      db,
      { ...feed([{ resource: 'posts', id: kept.id, version: 1, row: { ...kept, mood: 'happy' } }], 'b'), more: true },
      { from: undefined, now: 9 },
    );
    expect(await view(kept.id)).toMatchObject({ mood: 'happy' });
    expect(await view(gone.id)).toBeUndefined();
    expect(await view(entry.id)).toMatchObject({ content: 'waiting', $pending: [entry.key] });
    expect(await readCursor(db)).toMatchObject({ cursor: 'b', loading: true, levelAt: 7 });
  });
});

describe('a reset', () => {
  test('clears the mirror and keeps pending commands visible', async () => {
    await applyPage(db, feed([], 'a'), { from: undefined, now: 0 });
    await hold(serverPost('0190f1de-0000-7000-8000-000000000001'));
    const entry = await writePost(db, ports, 'waiting');
    await applyPage(db, { ...feed([], 'b'), reset: true }, { from: 'a', now: 0 });
    expect(await db.mirror('posts').toArray()).toMatchObject([{ id: entry.id, content: 'waiting', $pending: [entry.key] }]);
    expect(await db.outbox.count()).toBe(1);
  });
});

test('the answer to a command from before a load does not bring back a row removed before it', async () => {
  const entry = await writePost(db, ports, 'written, removed by somebody, and then the feed began anew');
  await applyPage(db, { ...feed([], 'a'), reset: true }, { from: undefined, now: 0 });
  await settle(db, ports, [answer(entry, 201, serverPost(String(entry.id)))]);
  expect(await db.outbox.count()).toBe(0);
  expect(await view(entry.id)).toBeUndefined();
});

describe('after a logout that kept the outbox', () => {
  test('nothing fills the mirror until the account is signed in again', async () => {
    const entry = await writePost(db, ports, 'waiting');
    await wipeMirror(db);
    expect(await applyPage(db, feed([gone('0190f1de-0000-7000-8000-000000000001', 1)], 'a'), { from: undefined, now: 0 })).toBe(false);
    expect(await db.mirror('posts').count()).toBe(0);
    await reviveMirror(db);
    expect(await view(entry.id)).toMatchObject({ content: 'waiting', $pending: [entry.key] });
  });

  test('an answer to an in-flight command still removes it from the outbox', async () => {
    const entry = await writePost(db, ports, 'under way');
    await wipeMirror(db);
    await settle(db, ports, [answer(entry, 201, serverPost(String(entry.id)))]);
    expect(await db.outbox.count()).toBe(0);
    expect(await db.mirror('posts').count()).toBe(0);
  });
});
