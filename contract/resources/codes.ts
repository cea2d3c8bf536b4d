import * as z from 'zod/mini';
import { eventId, uuid } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

export const codeRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  code: z.string(),
  /** Opens the event as often as anybody likes; any other code opens it once. */
  reusable: z.boolean(),
  used: z.boolean(),
  /** Who used it up; null for a reusable one, and where that person has left for good. */
  usedBy: z.nullable(z.int()),
});

export type Code = z.infer<typeof codeRow>;

/** Codes that open an event. The reusable ones are there to be passed on, by everybody who is in it; the others are the admins' alone. */
export const codes = defineResource({
  name: 'codes',
  row: codeRow,
  idType: 'string',
  scopes: (row) => (row.reusable ? [scopeOf.event(row.eventId), scopeOf.eventAdmin(row.eventId)] : [scopeOf.eventAdmin(row.eventId)]),
  indexes: ['eventId'],
  mutations: {},
});

/** The code that members pass on: the first that may be used again and again (UUIDv7: by the time at which it was made). */
export function shareCodeOf(ofEvent: readonly Code[]): Code | undefined {
  return ofEvent.filter(({ reusable }) => reusable).sort((one, other) => (one.id < other.id ? -1 : 1))[0];
}
