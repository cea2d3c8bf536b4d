import * as z from 'zod/mini';
import { eventId, uuid } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** That somebody has opted in to dating in an event, as long as they have. Who they are says their row among the participants. */
export const datingParticipantRow = z.object({
  /** Random, and another one after an opt-out: it says nothing of when, and gives the list an order that prefers nobody. */
  id: uuid,
  version: z.int(),
  eventId,
  userId: z.int(),
});

export type DatingParticipant = z.infer<typeof datingParticipantRow>;

export const datingParticipants = defineResource({
  name: 'datingParticipants',
  row: datingParticipantRow,
  idType: 'string',
  scopes: (row) => [scopeOf.dating(row.eventId)],
  indexes: ['eventId'],
  mutations: {},
});
