import * as z from 'zod/mini';
import { eventId, instant, noArgs } from '../fields.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';
import { ownInEvent } from '../rules/own-rows.ts';

/** One occurrence of an entry of the calendars that this server reads; unrelated to the events with members. */
export const calendarEventRow = z.object({
  id: z.string(),
  version: z.int(),
  /** Empty if the calendar has none. */
  title: z.string(),
  startTime: instant,
  /** The exclusive end. */
  endTime: instant,
  /** From midnight to midnight, in `timeZone`. */
  allDay: z.boolean(),
  /** IANA name; the times are shown in this zone. */
  timeZone: z.string(),
  location: z.nullable(z.string()),
  /** The organiser. */
  conveyor: z.nullable(z.string()),
  url: z.nullable(z.string()),
});

export type CalendarEvent = z.infer<typeof calendarEventRow>;

export const calendarEvents = defineResource({
  name: 'calendarEvents',
  row: calendarEventRow,
  idType: 'string',
  scopes: () => [scopeOf.all],
  indexes: ['startTime'],
  mutations: {},
});

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

/** The link by which a person's own calendar reads the schedule of an event, or the person's agenda there. The row stays when the link is removed, with a null secret. */
export const calendarLinkRow = z.object({
  /** `{eventId}-{userId}` */
  id: z.string(),
  version: z.int(),
  eventId,
  userId: z.int(),
  /** Grants read access; null if there is no link. */
  secret: z.nullable(z.string()),
});

export type CalendarLink = z.infer<typeof calendarLinkRow>;

export const calendarLinkId = (event: number, userId: number): string => String(ownInEvent.idOf(event, userId));

/** Generated on the device, so that a link can be made offline: 128 bits in base64url. */
export const calendarSecret = z.string().check(z.regex(/^[\w-]{22}$/));

const renewLinkArgs = z.strictObject({ secret: calendarSecret });

function linksAt<Name extends string>(name: Name, path: string) {
  const call = { kind: 'change', path, access: 'member', ownOf: ownInEvent, refused: 'calendar_link.save_failed' } as const;
  /** Replaces the link; the previous one becomes invalid. */
  const renew: Mutation<CalendarLink, z.infer<typeof renewLinkArgs>> = {
    ...call,
    method: 'PUT',
    args: renewLinkArgs,
    apply: (_row, { id, args, eventId: event, userId }) => ({ id: String(id), eventId: event, userId, secret: args.secret }),
  };
  const end: Mutation<CalendarLink, z.infer<typeof noArgs>> = {
    ...call,
    method: 'DELETE',
    args: noArgs,
    apply: (_row, { id, eventId: event, userId }) => ({ id: String(id), eventId: event, userId, secret: null }),
  };
  return defineResource({
    name,
    row: calendarLinkRow,
    idType: 'string',
    scopes: (row) => [scopeOf.user(row.userId)],
    indexes: [],
    omittedFromLossReport: 'all',
    mutations: { renew, end },
  });
}

export const calendarLinks = linksAt('calendarLinks', '/api/event/:id/calendar-link');

/** Links of their own, because people pass on the address of the schedule, and the agenda is private. */
export const agendaLinks = linksAt('agendaLinks', '/api/event/:id/agenda-link');

export const schedulePath = (id: string, secret: string): string => `/api/schedule-feed/${id}/${secret}.ics`;
export const agendaPath = (id: string, secret: string): string => `/api/agenda-feed/${id}/${secret}.ics`;
