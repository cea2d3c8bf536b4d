import * as z from 'zod/mini';
import { eventId } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** Names as on the wire. `sectionI18N` is a translation key, `navigationPath` a hash route, `requiredRole` an event role. */
export const menuEntryDefinition = z.object({
  name: z.string(),
  icon: z.string(),
  sectionI18N: z.string(),
  navigationPath: z.string(),
  requiredRole: z.enum(['participant', 'admin']),
  optional: z.boolean(),
  isActive: z.boolean(),
});

export const homeComponentDefinition = z.object({ name: z.string(), settings: z.nullable(z.string()) });

/** A module as one event uses it. */
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

export const modules = defineResource({
  name: 'modules',
  row: moduleRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+moduleId]'],
  mutations: {},
});
