import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

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
