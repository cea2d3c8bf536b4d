import * as z from 'zod/mini';
import { eventId, uuid } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** One component of an event's home screen; `homeScreenNumber` is an index into the module's `home_components`. */
export const homeEntryRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  moduleId: z.int(),
  homeScreenNumber: z.int(),
  /** From 1. */
  position: z.int(),
  /** JSON text with `componentName`, and `count` where the component shows a number of things. */
  settings: z.nullable(z.string()),
});

export type HomeEntry = z.infer<typeof homeEntryRow>;

export const homeEntries = defineResource({
  name: 'homeEntries',
  row: homeEntryRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+position]'],
  mutations: {},
});
