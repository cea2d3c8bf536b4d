import * as z from 'zod/mini';
import { eventId, notEmpty, reminder, text, uuid } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation, type RowId } from '../resource.ts';
import { ownFor } from '../rules/own-rows.ts';
import { scopeOf } from '../scope.ts';

/**
 * A person's own mark on an entry of the schedule, visible to nobody else. The row stays when the entry is removed, because it may contain
 * a note.
 */
export const markRow = z.object({
  /** `{entryId}-{userId}` */
  id: z.string(),
  version: z.int(),
  eventId,
  userId: z.int(),
  entryId: uuid,
  /** In the person's agenda. */
  starred: z.boolean(),
  /** Left out of the person's schedule. */
  hidden: z.boolean(),
  /** Empty without a note. */
  note: z.string(),
  /** Minutes before the start at which a person with the star is reminded; null for no reminder. */
  remindMinutes: z.nullable(z.int()),
});

export type Mark = z.infer<typeof markRow>;

const ownOf = ownFor('schedule');

export const markId = (entryId: string, userId: number): string => String(ownOf.idOf(entryId, userId));

export const markedEntryIn = (id: RowId): string => String(ownOf.nameIn(id));

const unmarked = { starred: false, hidden: false, note: '', remindMinutes: limits.usualReminder };

const markArgs = z
  .strictObject({
    starred: z.optional(z.boolean()),
    hidden: z.optional(z.boolean()),
    note: z.optional(text(limits.descriptionLength)),
    remindMinutes: z.optional(reminder),
  })
  .check(notEmpty);

/** Changes only the given fields, so that the changes of two devices add up. A star shows a hidden entry again, and the reverse. */
const mark: Mutation<Mark, z.infer<typeof markArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/schedule/:id/mark',
  access: 'member',
  args: markArgs,
  ownOf,
  apply: (row, { id, args, eventId: event, userId }) => {
    const before = row ?? { ...unmarked, id: String(id), eventId: event, userId, entryId: markedEntryIn(id) };
    const { starred = before.starred && args.hidden !== true, hidden = before.hidden && args.starred !== true, note = before.note } = args;
    const { remindMinutes = before.remindMinutes } = args;
    return { ...before, starred, hidden: hidden && !starred, note: note.trim(), remindMinutes };
  },
  refused: 'agenda.mark_failed',
};

export const marks = defineResource({
  name: 'marks',
  row: markRow,
  idType: 'string',
  scopes: (row) => [scopeOf.user(row.userId)],
  indexes: ['eventId'],
  mutations: { mark },
});
