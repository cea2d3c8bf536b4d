import * as z from 'zod/mini';
import { eventId, uuid } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';
import { datingInterests } from './dating.ts';

/** That two people are interested in each other and look for the same, as one of them sees it; the other has a row of their own. */
export const datingMatchRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  /** Whose row it is. */
  userId: z.int(),
  otherId: z.int(),
  overlappingInterests: z.array(z.enum(datingInterests)),
});

export type DatingMatch = z.infer<typeof datingMatchRow>;

export const datingMatches = defineResource({
  name: 'datingMatches',
  row: datingMatchRow,
  idType: 'string',
  scopes: (row) => [scopeOf.user(row.userId)],
  indexes: ['eventId'],
  mutations: {},
});
