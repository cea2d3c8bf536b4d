import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/**
 * Why a calendar could not be read: its server was not reached, must not be reached, or answered something else; it is too large, no iCalendar
 * (RFC 5545), or takes too much time or memory to be read.
 */
export const calendarProblems = ['unreachable', 'forbidden_address', 'refused', 'too_large', 'no_calendar', 'too_much'] as const;

export type CalendarProblem = (typeof calendarProblems)[number];

/** How the calendar feed is doing; there is one row at most, and none where this server reads no feed. */
export const calendarFeedRow = z.object({
  id: z.string(),
  version: z.int(),
  /** Null while all is well. */
  problem: z.nullable(z.enum(calendarProblems)),
  /** What more is known of the problem: a status, or the entry that takes so long. */
  detail: z.nullable(z.string()),
  /** When it was last read well, as far as it is known when the problem began; null where it never was. */
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
