import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MenuEntry } from '#contract/resources/menu-entries.ts';
import type { ModuleRow } from '#contract/resources/modules.ts';
import { seedModules } from '#server/demo/seed-events.ts';
import { sqlOf } from '../core/handles.ts';
import { listOfEvent } from '../repositories/lists.ts';
import { loadRows, rowStoreOf } from '../repositories/rows.ts';
import { asFound, openStore, type Store } from '../store.ts';
import { catalogue } from '#server/resources/modules/catalogue.ts';
import { allMenuEntries } from './052-all-menu-entries.ts';

const event = {
  version: 1,
  title: 'Camp',
  description: '',
  startDate: '2026-11-20T08:00:00.000Z',
  endDate: '2026-11-24T13:00:00.000Z',
  visible: true,
  codeRequired: false,
  timeZone: 'Europe/Berlin',
  dateLocale: 'de-DE',
  pictureKey: 'key',
};

let store: Store;
beforeEach(async () => {
  store = await openStore({ path: ':memory:' });
  await store.write(asFound(), async (trx) => {
    await rowStoreOf('events').insert(trx, [{ ...event, id: 1 }] as never);
    await seedModules(trx, 1);
    // The state after the migration of dating.
    const off = { is_active: 0 as const, active_menu_entries: '[]' };
    await sqlOf(trx).updateTable('event_modules').set(off).where('module_id', '=', 18).execute();
    const at = { version: 1, eventId: 1, menuEntryNumber: 0, requiredEventRole: 'participant' };
    await rowStoreOf('menuEntries').insert(trx, [
      { ...at, id: 'home', moduleId: 1, sectionNumber: 0, position: 1 },
      { ...at, id: 'logout', moduleId: 5, sectionNumber: 2, position: 2 },
    ] as never);
  });
  await allMenuEntries.up(sqlOf(store.reading));
});
afterEach(() => store.close());

const menu = async (): Promise<MenuEntry[]> =>
  (await listOfEvent(store.reading, 'menuEntries', 1)).toSorted((a, b) => a.sectionNumber - b.sectionNumber || a.position - b.position);

test('the migration adds each missing entry once, at the end of its section', async () => {
  const entries = await menu();
  const named = entries.map(({ moduleId, menuEntryNumber }) => `${moduleId}/${menuEntryNumber}`);
  // The entry of the administration was added by another migration.
  const known = catalogue.filter(({ name }) => name !== 'administration');
  const all = known.flatMap(({ id, menu_entries }) => menu_entries.map((_, index) => `${id}/${index}`));
  expect(named.toSorted()).toEqual(all.toSorted());
  expect([entries[0]?.id, entries.at(-3)?.id]).toEqual(['home', 'logout']);
  const admins = entries.filter(({ requiredEventRole }) => requiredEventRole === 'admin');
  expect(admins.map(({ moduleId, menuEntryNumber, sectionNumber }) => [moduleId, menuEntryNumber, sectionNumber])).toEqual([
    [2, 1, 1],
    [4, 1, 1],
  ]);
});

test('the migration adds nothing when it runs again', async () => {
  const before = (await menu()).length;
  await allMenuEntries.up(sqlOf(store.reading));
  expect((await menu()).length).toBe(before);
});

test('the migration leaves modules off, activates their optional entry for later, and announces the changed rows in the feed', async () => {
  const [dating] = [...(await loadRows(store.reading, 'modules', ['1-18'])).values()] as ModuleRow[];
  expect(dating).toMatchObject({ version: 2, isActive: false, menu_entries: [{ isActive: true }, { isActive: true, optional: true }] });
  const told = await sqlOf(store.reading).selectFrom('change_log').select(['resource', 'row_id', 'version']).execute();
  expect(told.filter(({ resource }) => resource === 'modules')).toEqual([{ resource: 'modules', row_id: '1-18', version: 2 }]);
  const added = (await menu())
    .filter(({ id }) => id !== 'home')
    .map(({ id, version }) => ({ resource: 'menuEntries', row_id: id, version }));
  expect(told).toEqual(expect.arrayContaining(added));
});
