import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchStatements } from '#tests/fixtures/databases/statements.ts';
import { away, buildCamp, home, people } from '#tests/fixtures/camp.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { KnownCallers } from './known-callers.ts';

const now = Date.UTC(2026, 10, 21, 12);
const { id } = people.author;
const clock = { time: now, now: () => clock.time };
let folder: string;
let store: Store;
let callers: KnownCallers;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'event-companion-callers-'));
  store = await openStore({ path: join(folder, 'event-companion.db') });
  await buildCamp(store, { now: () => now });
  clock.time = now;
  callers = new KnownCallers(store, clock);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const find = () => callers.find('author', id);
const sql = () => sqlOf(store.reading);

test('a known caller is returned without the database, for its own session and person only', async () => {
  const found = await find();
  expect(found).toMatchObject({ userId: id, role: 'user', activeEventId: home });
  expect(await find()).toBe(found);
  expect(await callers.find('author', people.orga.id)).toBeNull();
  expect(await callers.find('orga', id)).toBeNull();
  clock.time = found!.expiresAt;
  expect(await find()).toBeNull();
});

test('lookups in one turn of the event loop share one statement', async () => {
  const watching = watchStatements();
  const lookups = (['author', 'orga', 'participant', 'author'] as const).map((name) => callers.find(name, people[name].id));
  expect((await Promise.all(lookups)).map((found) => found?.userId)).toEqual([id, people.orga.id, people.participant.id, id]);
  expect(watching.statements.filter((text) => text.includes('from "sessions"'))).toHaveLength(1);
  watching.stop();
});

test.each<[string, () => Promise<unknown>, object | null]>([
  ['a changed role', () => sql().updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute(), { role: 'admin' }],
  [
    'a changed active event',
    () => sql().updateTable('users').set({ active_event_id: away }).where('id', '=', id).execute(),
    { activeEventId: away },
  ],
  [
    'a changed role in an event',
    () => sql().updateTable('memberships').set({ role: 'admin' }).execute(),
    { eventRoles: { [home]: 'admin' } },
  ],
  ['a removed membership', () => sql().deleteFrom('memberships').execute(), { eventRoles: {}, datingIn: [] }],
  [
    'a new membership',
    () => sql().insertInto('memberships').values({ user_id: id, event_id: away, role: 'participant', version: 1 }).execute(),
    { eventRoles: { [home]: 'participant', [away]: 'participant' } },
  ],
  ['an opt-out', () => sql().deleteFrom('dating_participants').execute(), { datingIn: [] }],
  ['an ended session', () => sql().updateTable('sessions').set({ revoked_at: now }).execute(), null],
  ['a deleted session', () => sql().deleteFrom('sessions').execute(), null],
  [
    'a new generation',
    () => sql().updateTable('sessions').set({ previous_hash: 'x', generation: 7 }).execute(),
    { unsettled: { generation: 7 } },
  ],
])('%s is noticed at once', async (_what, change, expected) => {
  await find();
  await change();
  expect([await find()]).toMatchObject([expected]);
});

test('a commit of another process is noticed in the next turn of the event loop', async () => {
  await find();
  const other = new DatabaseSync(join(folder, 'event-companion.db'));
  other.exec('update sessions set revoked_at = 1');
  other.close();
  await nextTurn();
  expect(await find()).toBeNull();
});

test('a caller that changed during its lookup is not cached', async () => {
  let change = (_userId: number): void => undefined;
  callers = new KnownCallers({ ...store, onCallerChange: (listener) => void (change = listener) }, clock);
  const begun = find();
  change(id);
  await begun;
  await sql().updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute();
  expect(await find()).toMatchObject({ role: 'admin' });
});
