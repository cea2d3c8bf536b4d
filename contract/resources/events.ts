import * as z from 'zod/mini';
import { datesFit } from '../rules/event-dates.ts';
import { keptDays } from '../rules/kept-days.ts';
import { Refusal } from '../errors.ts';
import { canonicalInstant, dateLocale, filledLine, instant, moment, notEmpty, picture, text, timeZone } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation, type Unversioned } from '../resource.ts';
import { scopeOf } from '../scope.ts';

export const eventRow = z.object({
  id: z.int(),
  version: z.int(),
  title: z.string(),
  description: z.string(),
  startDate: instant,
  endDate: instant,
  visible: z.boolean(),
  codeRequired: z.boolean(),
  /** IANA name; wall-clock times of the event are in this zone. */
  timeZone: z.string(),
  /** BCP 47 tag for dates on schedule and photos, or `auto` for the reader's language. */
  dateLocale: z.string(),
  /** Grants access to the header picture, see `headerPictureOf`. */
  pictureKey: z.string(),
  /**
   * Its own header picture: a link, null for none, or on the device until it is sent, the name of the picture's bytes. Missing in old rows,
   * which counts as null.
   */
  headerImage: z.optional(z.nullable(z.string())),
  /** Days after its end until personal data is deleted. Missing or null means `keptDays.usual`. */
  keptDays: z.optional(z.nullable(z.int())),
  /** The earliest time (ms since the epoch) to delete personal data, set once organisers were notified; missing or null before. */
  deletesAt: z.optional(z.nullable(z.int())),
});

export type EventRow = z.infer<typeof eventRow>;

export const eventFields = {
  title: filledLine(limits.titleLength),
  description: text(),
  startDate: moment,
  endDate: moment,
  visible: z.boolean(),
  codeRequired: z.boolean(),
  timeZone,
  dateLocale,
  headerImage: z.nullable(picture),
  keptDays: z.int().check(z.gte(keptDays.least), z.lte(keptDays.most)),
};

const editArgs = z
  .strictObject({
    title: z.optional(eventFields.title),
    description: z.optional(eventFields.description),
    startDate: z.optional(eventFields.startDate),
    endDate: z.optional(eventFields.endDate),
    visible: z.optional(eventFields.visible),
    codeRequired: z.optional(eventFields.codeRequired),
    timeZone: z.optional(eventFields.timeZone),
    dateLocale: z.optional(eventFields.dateLocale),
    headerImage: z.optional(eventFields.headerImage),
    keptDays: z.optional(eventFields.keptDays),
  })
  .check(notEmpty);

export type EventChange = z.infer<typeof editArgs>;

/** Refuses an event that ends before it starts, whichever of the two was changed. */
function inTime(event: Unversioned<EventRow>): Unversioned<EventRow> {
  if (!datesFit(event)) throw new Refusal('invalid', { issues: [{ path: 'endDate', message: 'before_start' }] });
  return event;
}

const edit: Mutation<EventRow, EventChange> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/event/:id',
  access: 'event-admin',
  args: editArgs,
  picture: 'headerImage',
  versioned: true,
  apply: (row, { args }) => {
    if (!row) return null;
    const { startDate = row.startDate, endDate = row.endDate, ...rest } = args;
    return inTime({ ...row, ...rest, startDate: canonicalInstant(startDate), endDate: canonicalInstant(endDate) });
  },
  refused: 'admin_event_data_update_error',
};

export const events = defineResource({
  name: 'events',
  row: eventRow,
  idType: 'number',
  scopes: (row) => (row.visible ? [scopeOf.all, scopeOf.member(row.id)] : [scopeOf.member(row.id)]),
  indexes: [],
  // Dates are in the time of the zone.
  fieldGroups: [['startDate', 'endDate', 'timeZone']],
  pictures: { folder: 'headers', field: 'headerImage' },
  omittedFromLossReport: ['pictureKey'],
  mutations: { edit },
});
