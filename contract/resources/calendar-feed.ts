import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/**
 * The reason why a calendar could not be read. Its server was unreachable, is forbidden or answered an error; the answer is too large, no
 * iCalendar (RFC 5545), or takes too much time or memory.
 */
export const calendarProblems = ['unreachable', 'forbidden_address', 'refused', 'too_large', 'no_calendar', 'too_much'] as const;

export type CalendarProblem = (typeof calendarProblems)[number];

/** The state of the calendar feed: at most one row, and none if this server reads no feed. */
export const calendarFeedRow = z.object({
  id: z.string(),
  version: z.int(),
  problem: z.nullable(z.enum(calendarProblems)),
  /** Details of the problem: a status, or the slow entry. */
  detail: z.nullable(z.string()),
  /** The time of the last success before the problem; null if there was none. */
  readAt: z.nullable(instant),
});

export type CalendarFeed = z.infer<typeof calendarFeedRow>;

export const calendarFeedId = 'feed';

export const calendarFeed = defineResource({
  name: 'calendarFeed',
  row: calendarFeedRow,
  idType: 'string',
  scopes: () => [scopeOf.all],
  indexes: [],
  mutations: {},
});
