import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BaseRow } from '#contract/resource.ts';
import { resourceNamed, resources } from '#contract/resources.ts';
import { announcementOf, buildCamp, home, postOf } from '#tests/fixtures/camp.ts';
import { loadRows, rowStoreOf } from './rows.ts';
import { sqlOf } from '../core/handles.ts';
import { dynamicScopes, type Store } from '../store.ts';
import { openTestStore } from '#tests/fixtures/databases/test-store.ts';

const clock = { now: () => 0 };
let store: Store;

beforeEach(async () => {
  store = await openTestStore();
  await buildCamp(store, clock);
});
afterEach(() => store.close());

async function idsOf(resource: string) {
  const { idType } = resourceNamed(resource);
  const pointers = await sqlOf(store.reading)
    .selectFrom('change_log')
    .select('row_id')
    .distinct()
    .where('resource', '=', resource)
    .execute();
  return pointers.map(({ row_id }) => (idType === 'number' ? Number(row_id) : row_id));
}

test.each(resources.map(({ name }) => name))('rows of %s match the contract', async (name) => {
  const ids = await idsOf(name);
  const rows = await loadRows(store.reading, name, ids);
  expect(rows.size).toBe(ids.length);
  expect(rows.size).toBeGreaterThan(0);
  for (const [id, row] of rows) {
    expect(resourceNamed(name).row.parse(row)).toEqual({ ...row });
    expect(row.id).toBe(id);
  }
});

test('rows are read as written when they exceed one statement', async () => {
  const rows = Array.from({ length: 1_203 }, (_, index) => postOf('author', { content: `${index} – Ünïcode 🏕` })) as BaseRow[];
  const posts = rowStoreOf('posts');
  await store.write(dynamicScopes(), (trx) => posts.insert(trx, rows));
  const ids = rows.map(({ id }) => id);
  const read = await posts.load(store.reading, [...ids, uuidv7()]);
  expect(rows.map(({ id }) => ({ ...read.get(id) }))).toEqual(rows);
  const changed = rows.map((row) => ({ ...row, version: 2, content: 'anders' }));
  await store.write(dynamicScopes(), (trx) => posts.update(trx, changed));
  expect(await posts.load(store.reading, ids.slice(0, 1))).toEqual(
    new Map([[ids[0], expect.objectContaining({ version: 2, content: 'anders' })]]),
  );
  await store.write(dynamicScopes(), (trx) => posts.remove(trx, ids));
  expect((await posts.load(store.reading, ids)).size).toBe(0);
});

test('booleans are read as written', async () => {
  const rows = [announcementOf({ active: true, notificationSent: false }), announcementOf({ active: false, notificationSent: true })];
  await store.write(dynamicScopes(), (trx) => rowStoreOf('announcements').insert(trx, rows));
  const read = await rowStoreOf('announcements').load(
    store.reading,
    rows.map(({ id }) => id),
  );
  expect(rows.map(({ id }) => ({ ...read.get(id) }))).toEqual(rows);
});

test('menu and home entries store names, independent of the order in the catalogue', async () => {
  expect(await sqlOf(store.reading).selectFrom('menu_entries').select('navigation_path').execute()).toMatchObject([
    { navigation_path: '/chat' },
  ]);
  const [entry] = await sqlOf(store.reading).selectFrom('home_entries').select('settings').execute();
  expect(JSON.parse(entry!.settings)).toEqual({ componentName: 'recent_posts', count: 2 });
  await sqlOf(store.reading).updateTable('home_entries').set({ settings: '{"componentName":"gone_for_good"}' }).execute();
  const [row] = [...(await loadRows(store.reading, 'homeEntries', await idsOf('homeEntries'))).values()];
  expect(row).toMatchObject({ homeScreenNumber: -1, eventId: home });
});

test('malformed ids match no row', async () => {
  for (const name of ['participants', 'modules']) expect((await loadRows(store.reading, name, ['x', '1', '1-x', '-'])).size).toBe(0);
});
