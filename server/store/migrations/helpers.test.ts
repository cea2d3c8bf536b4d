import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MenuEntry } from '#contract/resources/modules.ts';
import { seedModules } from '#server/demo/seed.ts';
import { listOfEvent, listRows } from '../repositories/lists.ts';
import { sqlOf } from '../core/handles.ts';
import { dynamicScopes, openStore, type Store } from '../store.ts';
import { loadRows, rowStoreOf } from '../repositories/rows.ts';
import { addModule } from './helpers.ts';

const event = {
  title: 'Camp',
  description: '',
  visible: true,
  codeRequired: false,
  timeZone: 'Europe/Berlin',
  dateLocale: 'de-DE',
  pictureKey: 'key',
  version: 1,
};
const dates = { startDate: '2026-11-20T08:00:00.000Z', endDate: '2026-11-24T13:00:00.000Z' };
/** Home, schedule and its admin screen, chat, sign-out; positions count across sections. */
const menu: readonly (readonly [moduleId: number, index: number, section: number])[] = [
  [1, 0, 0],
  [2, 0, 0],
  [2, 1, 1],
  [3, 0, 0],
  [5, 0, 2],
];

let store: Store;
let db: Kysely<unknown>;
beforeEach(async () => {
  store = await openStore({ path: ':memory:' });
  // Migrations do not use the types of the current schema.
  db = sqlOf(store.reading) as unknown as Kysely<unknown>;
  await store.write(dynamicScopes(), async (trx) => {
    await rowStoreOf('events').insert(trx, [
      { ...event, ...dates, id: 1 },
      { ...event, ...dates, id: 2 },
    ] as never);
    await seedModules(trx, 1);
    await seedModules(trx, 2);
    await sqlOf(trx).deleteFrom('event_modules').where('module_id', '=', 7).execute();
    const entries = menu.map(([moduleId, menuEntryNumber, sectionNumber], index) => ({
      id: `entry-${index}`,
      version: 1,
      eventId: 1,
      moduleId,
      menuEntryNumber,
      sectionNumber,
      position: index + 1,
      requiredEventRole: 'participant' as const,
    }));
    await rowStoreOf('menuEntries').insert(trx, entries);
  });
});
afterEach(() => store.close());

const added = { module: 7, menu: { path: '/meetups', behind: ['/nowhere', '/schedule', '/home'] }, homeComponent: 'running_meetups' };

const menuOf = async (eventId: number): Promise<MenuEntry[]> =>
  (await listOfEvent(store.reading, 'menuEntries', eventId)).toSorted((a, b) => a.position - b.position);

const pointersIn = (scope: string) =>
  sqlOf(store.reading)
    .selectFrom('change_log')
    .select(['resource', 'row_id', 'number', 'version'])
    .where('scope', '=', scope)
    .orderBy('number')
    .execute();

test('addModule inserts the module after the named entry, moves later entries, and announces every change in the feed', async () => {
  await addModule(db, added);
  const entries = await menuOf(1);
  expect(entries.map(({ moduleId, position, version }) => [moduleId, position, version])).toEqual([
    [1, 1, 1],
    [2, 2, 1],
    [7, 3, 1],
    [2, 4, 2],
    [3, 5, 2],
    [5, 6, 2],
  ]);
  const [home] = await listRows(store.reading, { resource: 'homeEntries', eventId: 1, order: ['position'] });
  expect(home).toMatchObject({ moduleId: 7, homeScreenNumber: 0, position: 1 });
  expect([...(await loadRows(store.reading, 'modules', ['1-7'])).values()]).toMatchObject([{ moduleId: 7, isActive: true }]);
  expect(await pointersIn('event:1')).toEqual([
    { resource: 'modules', row_id: '1-7', number: 1, version: 1 },
    { resource: 'menuEntries', row_id: 'entry-2', number: 2, version: 2 },
    { resource: 'menuEntries', row_id: 'entry-3', number: 3, version: 2 },
    { resource: 'menuEntries', row_id: 'entry-4', number: 4, version: 2 },
    { resource: 'menuEntries', row_id: entries[2]?.id, number: 5, version: 1 },
    { resource: 'homeEntries', row_id: home?.id, number: 6, version: 1 },
  ]);
});

test('addModule adds the first entry to an event without a menu', async () => {
  await addModule(db, added);
  expect(await menuOf(2)).toMatchObject([{ moduleId: 7, menuEntryNumber: 0, sectionNumber: 0, position: 1 }]);
});

test('addModule inserts an entry for admins at the beginning of its section', async () => {
  await sqlOf(store.reading).deleteFrom('event_modules').where('module_id', '=', 20).execute();
  await addModule(db, { module: 20, menu: { path: '/admin/general', behind: [], section: 1, isFirst: true, role: 'admin' } });
  const sections = Object.values(Object.groupBy(await menuOf(1), ({ sectionNumber }) => sectionNumber));
  expect(sections.map((entries) => entries?.map(({ moduleId, position }) => [moduleId, position]))).toEqual([
    [
      [1, 1],
      [2, 2],
      [3, 4],
    ],
    [
      [20, 3],
      [2, 4],
    ],
    [[5, 6]],
  ]);
  expect(await menuOf(2)).toMatchObject([{ moduleId: 20, sectionNumber: 1, position: 1, requiredEventRole: 'admin' }]);
});
