import * as z from 'zod/mini';
import { Refusal } from '../errors.ts';
import { canonicalInstant, eventId, filledLine, instant, moment, noArgs, notEmpty, optionalUrl, text, uuid } from '../fields.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';

export const scheduleRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  title: z.string(),
  /** Detail lines, separated by newlines. */
  details: z.nullable(z.string()),
  startDate: instant,
  endDate: instant,
  locationName: z.string(),
  locationUrl: z.nullable(z.string()),
  locationAddress: z.nullable(z.string()),
});

export type ScheduleEntry = z.infer<typeof scheduleRow>;

const required = { title: filledLine(), startDate: moment, endDate: moment, locationName: filledLine() };
const optional = {
  details: z.optional(z.nullable(text())),
  locationUrl: optionalUrl,
  locationAddress: z.optional(z.nullable(text(500))),
};

/** Returns the entry. Throws `invalid` if it ends before it starts, whichever of the two was changed. */
export function inTime<Entry extends { readonly startDate: string; readonly endDate: string }>(entry: Entry): Entry {
  if (entry.endDate < entry.startDate) throw new Refusal('invalid', { issues: [{ path: 'endDate', message: 'before_start' }] });
  return entry;
}

const createArgs = z.strictObject({ ...required, ...optional });

const create: Mutation<ScheduleEntry, z.infer<typeof createArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/event/:event/schedule',
  access: 'event-admin',
  args: createArgs,
  apply: (_row, { id, args, eventId: event }) =>
    inTime({
      id: String(id),
      eventId: event,
      title: args.title,
      details: args.details ?? null,
      startDate: canonicalInstant(args.startDate),
      endDate: canonicalInstant(args.endDate),
      locationName: args.locationName,
      locationUrl: args.locationUrl?.trim() ? args.locationUrl : null,
      locationAddress: args.locationAddress ?? null,
    }),
  refused: 'admin_schedule_create_error',
};

const editArgs = z
  .strictObject({
    title: z.optional(required.title),
    startDate: z.optional(required.startDate),
    endDate: z.optional(required.endDate),
    locationName: z.optional(required.locationName),
    ...optional,
  })
  .check(notEmpty);

const edit: Mutation<ScheduleEntry, z.infer<typeof editArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/event/:event/schedule/:id',
  access: 'event-admin',
  args: editArgs,
  versioned: true,
  apply: (row, { args }) => {
    if (!row) return null;
    const { startDate = row.startDate, endDate = row.endDate, locationUrl = row.locationUrl, ...rest } = args;
    const url = locationUrl?.trim() ? locationUrl : null;
    return inTime({ ...row, ...rest, locationUrl: url, startDate: canonicalInstant(startDate), endDate: canonicalInstant(endDate) });
  },
  refused: 'admin_schedule_update_error',
};

const remove: Mutation<ScheduleEntry, z.infer<typeof noArgs>> = {
  kind: 'remove',
  method: 'DELETE',
  path: '/api/event/:event/schedule/:id',
  access: 'event-admin',
  args: noArgs,
  versioned: true,
  apply: () => null,
  refused: 'admin_schedule_delete_error',
};

export const schedule = defineResource({
  name: 'schedule',
  row: scheduleRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+startDate]'],
  fieldGroups: [
    ['startDate', 'endDate'],
    ['locationName', 'locationUrl', 'locationAddress'],
  ],
  watched: ['startDate', 'endDate', 'locationName'],
  mutations: { create, edit, remove },
});
