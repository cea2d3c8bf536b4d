import * as z from 'zod/mini';
import { eventId, instant, noArgs, picture, uuid } from '../fields.ts';
import { defineResource, type Mutation, type OwnOf } from '../resource.ts';
import { scopeOf } from '../scope.ts';
import { limits } from '../limits.ts';

export const statisticRow = z.object({
  id: z.int(),
  version: z.int(),
  eventId,
  /** Translation key; any other text is shown as it is. */
  nameI18N: z.string(),
  /** Likewise; if set, a click asks for a picture as evidence. */
  evidencePromptI18N: z.nullable(z.string()),
});

export type Statistic = z.infer<typeof statisticRow>;

export const statistics = defineResource({
  name: 'statistics',
  row: statisticRow,
  idType: 'number',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+id]'],
  mutations: {},
});

/** The count of one person for one statistic. There is no row before the first count. */
export const userStatisticRow = z.object({
  /** `{statisticId}-{userId}` */
  id: z.string(),
  version: z.int(),
  eventId,
  statisticId: z.int(),
  userId: z.int(),
  value: z.int(),
});

export type UserStatistic = z.infer<typeof userStatisticRow>;

const value = z.int().check(z.minimum(-limits.counter), z.maximum(limits.counter));

/** `value` is the result that the person saw; `change` takes precedence, so that offline counts of two devices add up. */
const countArgs = z.strictObject({ value, change: z.optional(z.union([z.literal(1), z.literal(-1)])) });

const ownOf: OwnOf = {
  resource: 'statistics',
  idOf: (statisticId, userId) => `${statisticId}-${userId}`,
  nameIn: (id) => Number(String(id).split('-')[0]),
};

const count: Mutation<UserStatistic, z.infer<typeof countArgs>> = {
  kind: 'change',
  method: 'POST',
  path: '/api/users/me/statistic/:id',
  access: 'member',
  args: countArgs,
  ownOf,
  apply: (row, { id, args, eventId: event, userId }) => ({
    id: String(id),
    eventId: event,
    statisticId: Number(ownOf.nameIn(id)),
    userId,
    value: args.change === undefined ? args.value : (row?.value ?? 0) + args.change,
  }),
  refused: 'statistic.update_error',
};

export const userStatisticId = (statisticId: number, userId: number): string => String(ownOf.idOf(statisticId, userId));

export const userStatistics = defineResource({
  name: 'userStatistics',
  row: userStatisticRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+statisticId]', '[eventId+statisticId+value]'],
  mutations: { count },
});

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

const evidenceArgs = z.strictObject({ statisticId: z.int().check(z.positive()), url: picture });

const createEvidence: Mutation<Evidence, z.infer<typeof evidenceArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/evidence',
  access: 'member',
  args: evidenceArgs,
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

/** The count stays: it does not depend on the picture. */
const removeEvidence: Mutation<Evidence, z.infer<typeof noArgs>> = {
  kind: 'remove',
  method: 'DELETE',
  path: '/api/evidence/:id',
  access: 'author',
  args: noArgs,
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
  mutations: { create: createEvidence, remove: removeEvidence },
});
