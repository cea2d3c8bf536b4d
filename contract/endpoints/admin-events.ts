import * as z from 'zod/mini';
import { endpoint } from './core.ts';
import { eventFields, eventRow } from '../resources/events.ts';

/** All events, for global admins: read and made online, and in nobody's mirror as such. How one is edited says `contract/resources/events.ts`. */

const pagination = z.object({ currentPage: z.int(), totalPages: z.int(), totalCount: z.int() });

/** The one that starts last in front. `search` is looked for in titles and descriptions; `date` is a day (ISO 8601) that the event has in its zone. */
export const listAllEvents = endpoint({
  method: 'GET',
  path: '/api/admin/events',
  access: 'global-admin',
  answer: z.object({ events: z.array(eventRow), pagination }),
});
export type EventPage = z.infer<typeof listAllEvents.answer>;

const { title, description, startDate, endDate, visible, codeRequired, timeZone, dateLocale, headerImage, keptDays } = eventFields;

const newEvent = z.strictObject({
  title,
  description: z._default(description, ''),
  startDate,
  endDate,
  visible: z._default(visible, true),
  codeRequired: z._default(codeRequired, false),
  timeZone: z._default(timeZone, 'Europe/Berlin'),
  dateLocale: z._default(dateLocale, 'de-DE'),
  headerImage: z._default(headerImage, null),
  keptDays: z.optional(keptDays),
});
export type NewEvent = z.infer<typeof newEvent>;

/**
 * Makes an event with modules, menu, home screen and a code to pass on; who makes it is its first admin. `headerImage` comes as a data URL. Sent
 * again under its `Idempotency-Key` it is answered the same. Refused with `title_taken` where an event of that name is there.
 */
export const createEvent = endpoint({
  method: 'POST',
  path: '/api/admin/events',
  access: 'global-admin',
  body: newEvent,
  answer: eventRow,
});

/** Deletes an event with all that is in it, for everybody and for good. `title` is its name, typed once more; else `name_mismatch`. */
export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/api/admin/events/:id',
  access: 'global-admin',
  body: z.strictObject({ title }),
  answer: z.object({ success: z.literal(true) }),
});

/** How names of events are compared: without case, white space around them, and ways to put letters together. */
export const canonicalTitle = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
