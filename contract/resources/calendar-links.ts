import * as z from 'zod/mini';
import { eventId } from '../fields.ts';
import { ownInEvent } from '../rules/own-in-event.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** The link by which a person's own calendar reads the schedule of an event. The row stays when the link is removed, with a null secret. */
export const calendarLinkRow = z.object({
  /** `{eventId}-{userId}` */
  id: z.string(),
  version: z.int(),
  eventId,
  userId: z.int(),
  /** Grants read access to the schedule; null if there is no link. */
  secret: z.nullable(z.string()),
});

export type CalendarLink = z.infer<typeof calendarLinkRow>;

export const calendarLinkId = (event: number, userId: number): string => String(ownInEvent.idOf(event, userId));

/** Generated on the device, so that a link can be made offline: 128 bits in base64url. */
export const calendarSecret = z.string().check(z.regex(/^[\w-]{22}$/));

const common = {
  kind: 'change',
  path: '/api/event/:id/calendar-link',
  access: 'member',
  ownOf: ownInEvent,
  refused: 'calendar_link.save_failed',
} as const;

const renewArgs = z.strictObject({ secret: calendarSecret });

/** Replaces the link; the previous one becomes invalid. */
const renew: Mutation<CalendarLink, z.infer<typeof renewArgs>> = {
  ...common,
  method: 'PUT',
  args: renewArgs,
  apply: (_row, { id, args, eventId: event, userId }) => ({ id: String(id), eventId: event, userId, secret: args.secret }),
};

const endArgs = z.strictObject({});

const end: Mutation<CalendarLink, z.infer<typeof endArgs>> = {
  ...common,
  method: 'DELETE',
  args: endArgs,
  apply: (_row, { id, eventId: event, userId }) => ({ id: String(id), eventId: event, userId, secret: null }),
};

export const calendarLinks = defineResource({
  name: 'calendarLinks',
  row: calendarLinkRow,
  idType: 'string',
  scopes: (row) => [scopeOf.user(row.userId)],
  indexes: [],
  omittedFromLossReport: 'all',
  mutations: { renew, end },
});

export const schedulePath = (id: string, secret: string): string => `/api/schedule-feed/${id}/${secret}.ics`;
