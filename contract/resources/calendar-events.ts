import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** One occurrence of something in the calendars that this server reads; it is no event that one can be in. */
export const calendarEventRow = z.object({
  id: z.string(),
  version: z.int(),
  /** Empty where the calendar gives none. */
  title: z.string(),
  startTime: instant,
  /** The first moment after it. */
  endTime: instant,
  /** From midnight to midnight, in `timeZone`. */
  allDay: z.boolean(),
  /** IANA name; its times are told by the clocks there. */
  timeZone: z.string(),
  location: z.nullable(z.string()),
  /** Who organises it. */
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
