import * as z from 'zod/mini';
import { endpoint, eventCode } from './core.ts';
import { instant } from '../fields.ts';

/** The calls of coming into an event: beside the others, since the app needs them only when somebody is invited. */

/** An event as somebody sees it who has a code for it; `code` is the one asked with, trimmed. */
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
  /** The link of its header picture. */
  picture: z.string(),
});
export type EventByCode = z.infer<typeof eventByCodeAnswer>;

/** The event that a code opens; to its members also that of a code that opens it no more. */
export const eventByCode = endpoint({ method: 'GET', path: '/api/event/by-code/:code', access: 'anyone', answer: eventByCodeAnswer });

/**
 * Makes an event the active one. Who is no member joins it, with `eventCode` where it needs one. A wrong code answers 401 with a code of its own,
 * which says nothing of the session.
 */
export const switchEvent = endpoint({
  method: 'POST',
  path: '/api/event/:id/switch',
  access: 'signed-in',
  body: z.nullish(z.strictObject({ eventCode: z.nullish(eventCode) })),
  answer: z.object({ success: z.literal(true) }),
});

/**
 * Ends the membership of an event. Who still has something there that others count on is refused with `still_theirs`, and asked by their app,
 * unless they are `sure`. The last admin of an event stays (`last_event_admin`) until there is another.
 */
export const leaveEvent = endpoint({
  method: 'POST',
  path: '/api/event/:id/leave',
  access: 'signed-in',
  body: z.nullish(z.strictObject({ sure: z.optional(z.boolean()) })),
  answer: z.object({ success: z.literal(true) }),
});
