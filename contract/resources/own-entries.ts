import * as z from 'zod/mini';
import { canonicalInstant, eventId, filledLine, instant, line, moment, noArgs, notEmpty, reminder, text, uuid } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { reminderOf } from '../rules/reminders.ts';
import { scopeOf } from '../scope.ts';
import { inTime } from './schedule.ts';

/** An entry that a person adds to their own agenda, visible to nobody else. */
export const ownEntryRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  /** The owner. */
  authorId: z.int(),
  title: z.string(),
  startDate: instant,
  endDate: instant,
  /** Empty without a place. */
  place: z.string(),
  /** Empty without a note. */
  note: z.string(),
  /** As in a mark. Optional: an app stores rows that it received before this field existed. */
  remindMinutes: z.optional(z.nullable(z.int())),
});

export type OwnEntry = z.infer<typeof ownEntryRow>;

const title = filledLine(limits.titleLength);
const place = line(limits.titleLength);
const note = text(limits.descriptionLength);

const createArgs = z.strictObject({
  title,
  startDate: moment,
  endDate: moment,
  place: z.optional(place),
  note: z.optional(note),
  remindMinutes: z.optional(reminder),
});

const create: Mutation<OwnEntry, z.infer<typeof createArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/own-entry',
  access: 'member',
  args: createArgs,
  apply: (_row, { id, args, eventId: event, userId }) =>
    inTime({
      id: String(id),
      eventId: event,
      authorId: userId,
      title: args.title,
      startDate: canonicalInstant(args.startDate),
      endDate: canonicalInstant(args.endDate),
      place: args.place?.trim() ?? '',
      note: args.note?.trim() ?? '',
      remindMinutes: reminderOf(args),
    }),
  refused: 'agenda.entry_create_failed',
};

const editArgs = z
  .strictObject({
    title: z.optional(title),
    startDate: z.optional(moment),
    endDate: z.optional(moment),
    place: z.optional(place),
    note: z.optional(note),
    remindMinutes: z.optional(reminder),
  })
  .check(notEmpty);

/** Not versioned: both changes are the person's own, and the later one counts. */
const edit: Mutation<OwnEntry, z.infer<typeof editArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/own-entry/:id',
  access: 'only-author',
  args: editArgs,
  apply: (row, { args }) => {
    if (!row) return null;
    const { startDate = row.startDate, endDate = row.endDate, ...rest } = args;
    return inTime({ ...row, ...rest, startDate: canonicalInstant(startDate), endDate: canonicalInstant(endDate) });
  },
  refused: 'agenda.entry_change_failed',
};

const remove: Mutation<OwnEntry, z.infer<typeof noArgs>> = {
  kind: 'remove',
  method: 'DELETE',
  path: '/api/own-entry/:id',
  access: 'only-author',
  args: noArgs,
  apply: () => null,
  refused: 'agenda.entry_remove_failed',
};

export const ownEntries = defineResource({
  name: 'ownEntries',
  row: ownEntryRow,
  idType: 'string',
  scopes: (row) => [scopeOf.user(row.authorId)],
  indexes: ['[eventId+startDate]'],
  mutations: { create, edit, remove },
});
