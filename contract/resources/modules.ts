import * as z from 'zod/mini';
import { Refusal } from '../errors.ts';
import { eventId } from '../fields.ts';
import { defineResource, type Mutation, type OwnOf, type Unversioned } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** Names as on the wire. `sectionI18N` is a translation key, `navigationPath` a hash route, `requiredRole` an event role. */
export const menuEntryDefinition = z.object({
  name: z.string(),
  icon: z.string(),
  sectionI18N: z.string(),
  navigationPath: z.string(),
  requiredRole: z.enum(['participant', 'admin']),
  optional: z.boolean(),
  /** The switch of an optional entry: it is shown if its module is also on. */
  isActive: z.boolean(),
});

export const homeComponentDefinition = z.object({ name: z.string(), settings: z.nullable(z.string()) });

export const moduleRow = z.object({
  /** `{eventId}-{moduleId}` */
  id: z.string(),
  version: z.int(),
  eventId,
  moduleId: z.int(),
  name: z.string(),
  optional: z.boolean(),
  isActive: z.boolean(),
  menu_entries: z.array(menuEntryDefinition),
  home_components: z.array(homeComponentDefinition),
});

export type ModuleRow = z.infer<typeof moduleRow>;
export type MenuEntryDefinition = z.infer<typeof menuEntryDefinition>;
export type HomeComponentDefinition = z.infer<typeof homeComponentDefinition>;

export const moduleRowId = (event: number, moduleId: number): string => `${event}-${moduleId}`;

/** A module of the catalogue, and the index of one of its menu entries. */
export const optionalModuleId = z.int().check(z.positive());
export const optionalEntryIndex = z.int().check(z.minimum(0));

const moduleArgs = z.strictObject({ moduleId: optionalModuleId });
const entryArgs = z.strictObject({ moduleId: optionalModuleId, menuEntryIndex: optionalEntryIndex });
type ModuleArgs = z.infer<typeof moduleArgs>;
type EntryArgs = z.infer<typeof entryArgs>;

/** The modules of an event are created with it, so a missing row means an unknown module. */
const ofEvent: OwnOf = {
  resource: 'events',
  idOf: (event, _userId, args) => moduleRowId(Number(event), (args as ModuleArgs).moduleId),
  nameIn: (id) => Number(String(id).split('-')[0]),
};

/** A switch has two positions, so concurrent changes are no conflict, and a module that is on may be turned on again. */
const turning = { kind: 'change', access: 'event-admin', ownOf: ofEvent } as const;

const add: Mutation<ModuleRow, ModuleArgs> = {
  ...turning,
  method: 'POST',
  path: '/api/modules',
  args: moduleArgs,
  apply: (row) => ({ ...there(row), isActive: true }),
  refused: 'admin_modules.add_failed',
};

const drop: Mutation<ModuleRow, ModuleArgs> = {
  ...turning,
  method: 'DELETE',
  path: '/api/modules',
  args: moduleArgs,
  apply: (row) => {
    if (!there(row).optional) throw new Refusal('module_required');
    return { ...there(row), isActive: false };
  },
  refused: 'admin_modules.remove_failed',
};

const addEntry: Mutation<ModuleRow, EntryArgs> = {
  ...turning,
  method: 'POST',
  path: '/api/modules/menu-entry',
  args: entryArgs,
  apply: (row, { args }) => withEntry(there(row), args.menuEntryIndex, true),
  refused: 'admin_menu_toggle_error',
};

const dropEntry: Mutation<ModuleRow, EntryArgs> = {
  ...turning,
  method: 'DELETE',
  path: '/api/modules/menu-entry',
  args: entryArgs,
  apply: (row, { args }) => withEntry(there(row), args.menuEntryIndex, false),
  refused: 'admin_menu_toggle_error',
};

function there(row: ModuleRow | null): ModuleRow {
  if (!row) throw new Refusal('not_found');
  return row;
}

function withEntry(row: ModuleRow, index: number, isActive: boolean): Unversioned<ModuleRow> {
  const entry = row.menu_entries[index];
  if (!entry) throw new Refusal('invalid', { issues: [{ path: 'menuEntryIndex', message: 'unknown' }] });
  if (!entry.optional && !isActive) throw new Refusal('menu_entry_required');
  return { ...row, menu_entries: row.menu_entries.with(index, { ...entry, isActive }) };
}

export const modules = defineResource({
  name: 'modules',
  row: moduleRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+moduleId]'],
  mutations: { add, drop, addEntry, dropEntry },
});
