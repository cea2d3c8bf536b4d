import * as z from 'zod/mini';
import { eventId } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

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
