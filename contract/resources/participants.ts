import * as z from 'zod/mini';
import { eventId } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** A member of an event as the others see them: whose name stands beside a post. */
export const participantRow = z.object({
  /** `{eventId}-{userId}` */
  id: z.string(),
  version: z.int(),
  eventId,
  userId: z.int(),
  name: z.string(),
  image: z.nullable(z.string()),
});

export type Participant = z.infer<typeof participantRow>;

export const participants = defineResource({
  name: 'participants',
  row: participantRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+userId]'],
  mutations: {},
});
