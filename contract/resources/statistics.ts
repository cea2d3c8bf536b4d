import * as z from 'zod/mini';
import { eventId } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** Something that people in an event count, each for themselves. */
export const statisticRow = z.object({
  id: z.int(),
  version: z.int(),
  eventId,
  /** Translation key; text that is none is shown as it is. */
  nameI18N: z.string(),
  /** The same; where it is there, a click is asked to be proved by a picture. */
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
