import * as z from 'zod/mini';
import { eventId, instant, picture, uuid } from '../fields.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** A picture as evidence of a count; other participants do not receive it. */
export const evidenceRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  authorId: z.int(),
  statisticId: z.int(),
  /** The picture's link, or on the device until it is sent, the name of its bytes. */
  url: z.string(),
  createdAt: instant,
});

export type Evidence = z.infer<typeof evidenceRow>;

const createArgs = z.strictObject({ statisticId: z.int().check(z.positive()), url: picture });

const create: Mutation<Evidence, z.infer<typeof createArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/evidence',
  access: 'member',
  args: createArgs,
  picture: 'url',
  refs: ({ statisticId }) => [{ resource: 'statistics', id: statisticId, missing: 'not_found' }],
  apply: (_row, { id, args, eventId: event, userId, now }) => ({
    id: String(id),
    eventId: event,
    authorId: userId,
    statisticId: args.statisticId,
    url: args.url,
    createdAt: now,
  }),
  refused: 'statistic.evidence_failed',
};

const removeArgs = z.strictObject({});

/** The count stays: it does not depend on the picture. */
const remove: Mutation<Evidence, z.infer<typeof removeArgs>> = {
  kind: 'remove',
  method: 'DELETE',
  path: '/api/evidence/:id',
  access: 'author',
  args: removeArgs,
  apply: () => null,
  refused: 'statistic.evidence_delete_error',
};

export const evidence = defineResource({
  name: 'evidence',
  row: evidenceRow,
  idType: 'string',
  scopes: (row) => [scopeOf.user(row.authorId)],
  indexes: ['[eventId+statisticId]'],
  pictures: { folder: 'evidence', field: 'url' },
  mutations: { create, remove },
});
