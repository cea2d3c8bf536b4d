import * as z from 'zod/mini';
import { eventId, uuid } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';
import { datingInterests } from './dating.ts';

/** A match of two interested people with a shared interest, as one of them sees it; the other has a row of their own. */
export const datingMatchRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  /** The owner of the row. */
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
