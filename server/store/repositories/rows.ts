import type { BaseRow, RowId } from '#contract/resource.ts';
import { homeEntries, type HomeEntry, menuEntries, type MenuEntry } from '#contract/resources/modules.ts';
import type { AnyDescriptor } from '#server/resources/definition/descriptor.ts';
import { descriptors } from '#server/resources/catalogue/descriptors.ts';
import { homeScreenNumber, menuEntryNumber, moduleDefinition } from '#server/resources/catalogue/modules.ts';
import { participantReader } from './composed-rows.ts';
import { meStore, notificationStore } from './user-rows.ts';
import { moduleStore } from './module-rows.ts';
import { type RowReader, type RowStore, tableStore } from './row-store.ts';
import type { ReadHandle } from '../core/handles.ts';

const menuEntryStore = tableStore(menuEntries, 'menu_entries', {
  field: 'menuEntryNumber',
  columns: ['navigationPath'],
  read(record) {
    record['menuEntryNumber'] = menuEntryNumber(record['moduleId'] as number, record['navigationPath'] as string);
    delete record['navigationPath'];
  },
  write(row) {
    const { moduleId, menuEntryNumber: index } = row as MenuEntry;
    return { navigation_path: moduleDefinition(moduleId)?.menu_entries[index]?.navigationPath ?? '' };
  },
});

const homeEntryStore = tableStore(homeEntries, 'home_entries', {
  field: 'homeScreenNumber',
  columns: ['settings'],
  read(record) {
    const { componentName } = JSON.parse(record['settings'] as string) as { componentName?: string };
    record['homeScreenNumber'] = homeScreenNumber(record['moduleId'] as number, componentName ?? '');
  },
  write(row) {
    const { moduleId, homeScreenNumber: index, settings } = row as HomeEntry;
    const componentName = moduleDefinition(moduleId)?.home_components[index]?.name ?? '';
    return { settings: JSON.stringify({ ...(JSON.parse(settings ?? '{}') as object), componentName }) };
  },
});

/** Resources whose rows are not stored one to one. */
const special = new Map<string, RowReader | RowStore>([
  ['me', meStore],
  ['notifications', notificationStore],
  ['modules', moduleStore],
  ['participants', participantReader],
  ['menuEntries', menuEntryStore],
  ['homeEntries', homeEntryStore],
]);

const declared = descriptors as readonly AnyDescriptor[];

/** Reads the columns of the view only, so that nothing else can leave the server by it. */
const views = declared.flatMap(({ resource, viewOf }): [string, RowReader][] => {
  const table = declared.find((descriptor) => descriptor.resource.name === viewOf)?.table;
  if (table === undefined) return [];
  const { load } = tableStore(resource, table);
  return [[resource.name, { load }]];
});

const readers = new Map<string, RowReader | RowStore>([
  ...declared.flatMap(({ resource, table }): [string, RowStore][] =>
    table === undefined ? [] : [[resource.name, tableStore(resource, table)]],
  ),
  ...special,
  ...views,
]);

/** Returns the store of a resource. Throws a `TypeError` if its rows are composed of several tables; those have their own services. */
export function rowStoreOf(resource: string): RowStore {
  const store = readers.get(resource);
  if (!store || !('insert' in store)) throw new TypeError(`the rows of ${resource} are not stored as they are`);
  return store;
}

/** Returns the current rows with these ids; ids without a row are left out. */
export function loadRows(db: ReadHandle, resource: string, ids: readonly RowId[]): Promise<Map<RowId, BaseRow>> {
  const reader = readers.get(resource);
  if (!reader) throw new TypeError(`no rows of ${resource}`);
  return reader.load(db, ids);
}

export async function readRow(db: ReadHandle, resource: string, id: RowId): Promise<BaseRow | null> {
  return (await loadRows(db, resource, [id])).get(id) ?? null;
}
