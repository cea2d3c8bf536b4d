import * as z from 'zod/mini';
import { endpoint, eventCode } from './core.ts';
import { instant } from '../fields.ts';

/** Calls of joining an event: a file of their own, since the app loads them only for an invitation. */

/** An event as shown to a person with an event code; `code` is the requested one, trimmed. */
export const eventByCodeAnswer = z.object({
  eventId: z.int(),
  code: z.string(),
  title: z.string(),
  description: z.string(),
  startDate: instant,
  endDate: instant,
  timeZone: z.string(),
  dateLocale: z.string(),
  /** As in the row of the event. */
  keptDays: z.optional(z.nullable(z.int())),
  deletesAt: z.optional(z.nullable(z.int())),
  picture: z.string(),
});
export type EventByCode = z.infer<typeof eventByCodeAnswer>;

/** Returns the event of a code; for its members also by a code that is used up. */
export const eventByCode = endpoint({ method: 'GET', path: '/api/event/by-code/:code', access: 'anyone', answer: eventByCodeAnswer });

/**
 * Makes an event the active one. A person who is no member joins it, with `eventCode` if required. A wrong code answers 401 with an error
 * code of its own, which does not end the session.
 */
export const switchEvent = endpoint({
  method: 'POST',
  path: '/api/event/:id/switch',
  access: 'signed-in',
  body: z.nullish(z.strictObject({ eventCode: z.nullish(eventCode) })),
  answer: z.object({ success: z.literal(true) }),
});

/**
 * Ends a membership. Refused with `still_theirs`, which the app confirms by `sure`, if others depend on content of the member, and with
 * `last_event_admin` for the last admin of an event.
 */
export const leaveEvent = endpoint({
  method: 'POST',
  path: '/api/event/:id/leave',
  access: 'signed-in',
  body: z.nullish(z.strictObject({ sure: z.optional(z.boolean()) })),
  answer: z.object({ success: z.literal(true) }),
});
