import * as z from 'zod/mini';
import { eventId } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** The id of a participant as sent. */
export const namedParticipant = z.string().check(z.regex(/^[1-9]\d{0,9}-[1-9]\d{0,9}$/));

/** A member of an event as the other members see them: name and contact. */
export const participantRow = z.object({
  /** `{eventId}-{userId}` */
  id: z.string(),
  version: z.int(),
  eventId,
  userId: z.int(),
  name: z.string(),
  image: z.nullable(z.string()),
  email: z.string(),
  whatsapp: z.nullable(z.string()),
  instagram: z.nullable(z.string()),
  linkedin: z.nullable(z.string()),
});

export type Participant = z.infer<typeof participantRow>;

export const participants = defineResource({
  name: 'participants',
  row: participantRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+userId]', 'image'],
  mutations: {},
});
