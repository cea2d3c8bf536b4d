import * as z from 'zod/mini';
import { Refusal } from '../errors.ts';
import { eventId, noArgs, text, uuid } from '../fields.ts';
import { defineResource, type Mutation, type OwnOf, type Unversioned } from '../resource.ts';
import { scopeOf } from '../scope.ts';
import { areHomeSettings, homeSettingsIn, withComponentName } from '../rules/home-settings.ts';

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
  apply: (row) => ({ ...existing(row), isActive: true }),
  refused: 'admin_modules.add_failed',
};

const drop: Mutation<ModuleRow, ModuleArgs> = {
  ...turning,
  method: 'DELETE',
  path: '/api/modules',
  args: moduleArgs,
  apply: (row) => {
    if (!existing(row).optional) throw new Refusal('module_required');
    return { ...existing(row), isActive: false };
  },
  refused: 'admin_modules.remove_failed',
};

const addEntry: Mutation<ModuleRow, EntryArgs> = {
  ...turning,
  method: 'POST',
  path: '/api/modules/menu-entry',
  args: entryArgs,
  apply: (row, { args }) => withEntry(existing(row), args.menuEntryIndex, true),
  refused: 'admin_menu_toggle_error',
};

const dropEntry: Mutation<ModuleRow, EntryArgs> = {
  ...turning,
  method: 'DELETE',
  path: '/api/modules/menu-entry',
  args: entryArgs,
  apply: (row, { args }) => withEntry(existing(row), args.menuEntryIndex, false),
  refused: 'admin_menu_toggle_error',
};

function existing(row: ModuleRow | null): ModuleRow {
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

/** Section order: none 0, admin 1, settings 2. `menuEntryNumber` is an index into the module's `menu_entries`. */
export const menuEntryRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  moduleId: z.int(),
  menuEntryNumber: z.int(),
  sectionNumber: z.int(),
  position: z.int(),
  requiredEventRole: z.enum(['participant', 'admin']),
});

export type MenuEntry = z.infer<typeof menuEntryRow>;

export const menuEntries = defineResource({
  name: 'menuEntries',
  row: menuEntryRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+position]'],
  mutations: {},
});

/** One component of an event's home screen; `homeScreenNumber` is an index into the module's `home_components`. */
export const homeEntryRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  moduleId: z.int(),
  homeScreenNumber: z.int(),
  position: z.int(),
  /** JSON text with `componentName`, and `count` for a component with a number of items. */
  settings: z.nullable(z.string()),
});

export type HomeEntry = z.infer<typeof homeEntryRow>;

export const componentSettings = text(1_000).check(z.refine(areHomeSettings, { error: 'settings' }));

/** Optional: the settings then hold only the component's name. */
export const givenSettings = z.optional(z.nullable(componentSettings));

const homeEntryArgs = z.strictObject({
  moduleId: z.int().check(z.positive()),
  homeScreenNumber: z.int().check(z.minimum(0)),
  position: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  settings: givenSettings,
});

/** The server adds the component's name to the settings if it is missing, and refuses a number that the module does not have. */
const createHomeEntry: Mutation<HomeEntry, z.infer<typeof homeEntryArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/event/:event/homescreen',
  access: 'event-admin',
  args: homeEntryArgs,
  refs: ({ moduleId }, event) => [{ resource: 'modules', id: moduleRowId(event, moduleId), missing: 'not_found' }],
  apply: (_row, { id, args, eventId: event }) => ({ ...args, id: String(id), eventId: event, settings: args.settings ?? null }),
  refused: 'admin_homescreen_save_error',
};

const homeEntryEditArgs = z.strictObject({ settings: componentSettings });

/**
 * An addition to the specification, which changes settings only with the order of all entries. PATCH, since a PUT on this path would mean
 * the entry `bulk`.
 */
const editHomeEntry: Mutation<HomeEntry, z.infer<typeof homeEntryEditArgs>> = {
  kind: 'change',
  method: 'PATCH',
  path: '/api/event/:event/homescreen/:id',
  access: 'event-admin',
  args: homeEntryEditArgs,
  versioned: true,
  apply: (row, { args }) => row && { ...row, settings: withComponentName(args.settings, homeSettingsIn(row.settings).componentName) },
  refused: 'admin_homescreen_save_error',
};

const removeHomeEntry: Mutation<HomeEntry, z.infer<typeof noArgs>> = {
  kind: 'remove',
  method: 'DELETE',
  path: '/api/event/:event/homescreen/:id',
  access: 'event-admin',
  args: noArgs,
  versioned: true,
  apply: () => null,
  refused: 'admin_homescreen_save_error',
};

export const homeEntries = defineResource({
  name: 'homeEntries',
  row: homeEntryRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+position]'],
  mutations: { create: createHomeEntry, edit: editHomeEntry, remove: removeHomeEntry },
});
