import * as z from 'zod/mini';
import { endpoint } from './core.ts';
import { eventFields, eventRow } from '../resources/events.ts';

/** Calls about all events, for global admins: read and created online, never mirrored. `contract/resources/events.ts` has the edit. */

const pagination = z.object({ currentPage: z.int(), totalPages: z.int(), totalCount: z.int() });

/** The latest start first. `search` matches titles and descriptions; `date` is a day (ISO 8601) in the zone of the event. */
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
 * Creates an event with modules, menu, home screen and an event code; the caller becomes its first admin. `headerImage` is a data URL. A
 * retry with the same `Idempotency-Key` gets the same answer. Refuses with `title_taken` if the title is in use.
 */
export const createEvent = endpoint({
  method: 'POST',
  path: '/api/admin/events',
  access: 'global-admin',
  body: newEvent,
  answer: eventRow,
});

/** Deletes an event with all its data, permanently. `title` is its title, typed for confirmation; refuses with `name_mismatch`. */
export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/api/admin/events/:id',
  access: 'global-admin',
  body: z.strictObject({ title }),
  answer: z.object({ success: z.literal(true) }),
});

/** Returns the form in which event titles are compared: case, outer white space and Unicode composition do not count. */
export const canonicalTitle = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
