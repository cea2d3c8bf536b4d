import * as z from 'zod/mini';
import { eventId, text, uuid } from '../fields.ts';
import { areHomeSettings, homeSettingsIn, withComponentName } from '../rules/home-settings.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';
import { moduleRowId } from './modules.ts';

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

const createArgs = z.strictObject({
  moduleId: z.int().check(z.positive()),
  homeScreenNumber: z.int().check(z.minimum(0)),
  position: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  settings: givenSettings,
});

/** The server adds the component's name to the settings if it is missing, and refuses a number that the module does not have. */
const create: Mutation<HomeEntry, z.infer<typeof createArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/event/:event/homescreen',
  access: 'event-admin',
  args: createArgs,
  refs: ({ moduleId }, event) => [{ resource: 'modules', id: moduleRowId(event, moduleId), missing: 'not_found' }],
  apply: (_row, { id, args, eventId: event }) => ({ ...args, id: String(id), eventId: event, settings: args.settings ?? null }),
  refused: 'admin_homescreen_save_error',
};

const editArgs = z.strictObject({ settings: componentSettings });

/**
 * An addition to the specification, which changes settings only with the order of all entries. PATCH, since a PUT on this path would mean
 * the entry `bulk`.
 */
const edit: Mutation<HomeEntry, z.infer<typeof editArgs>> = {
  kind: 'change',
  method: 'PATCH',
  path: '/api/event/:event/homescreen/:id',
  access: 'event-admin',
  args: editArgs,
  versioned: true,
  apply: (row, { args }) => row && { ...row, settings: withComponentName(args.settings, homeSettingsIn(row.settings).componentName) },
  refused: 'admin_homescreen_save_error',
};

const removeArgs = z.strictObject({});

const remove: Mutation<HomeEntry, z.infer<typeof removeArgs>> = {
  kind: 'remove',
  method: 'DELETE',
  path: '/api/event/:event/homescreen/:id',
  access: 'event-admin',
  args: removeArgs,
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
  mutations: { create, edit, remove },
});
