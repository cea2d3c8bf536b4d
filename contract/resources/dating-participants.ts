import * as z from 'zod/mini';
import { eventId, uuid } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** The dating opt-in of a person in an event. Their name is in the row of the participant. */
export const datingParticipantRow = z.object({
  /** Random, and new after each opt-in: it does not reveal the time, and the order of the list prefers nobody. */
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
