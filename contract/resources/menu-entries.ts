import * as z from 'zod/mini';
import { eventId, uuid } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

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
