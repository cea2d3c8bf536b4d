import * as z from 'zod/mini';
import { eventId } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation, type OwnOf } from '../resource.ts';
import { scopeOf } from '../scope.ts';

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
