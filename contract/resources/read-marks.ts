import * as z from 'zod/mini';
import { eventId, uuid } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation, type OwnOf, type RuleContext, type Unversioned } from '../resource.ts';
import { ownInEvent } from '../rules/own-rows.ts';
import { changedResources } from '../rules/change-lists.ts';
import { isThreadList } from '../rules/read-lists.ts';
import { scopeOf } from '../scope.ts';

const readMark = z.object({
  /** A name in `readLists`, of a thread, or of the changes of a row. */
  list: z.string(),
  /** The highest order of a row that the person has seen there, or the highest version of the changed row. */
  order: z.int(),
});

export type ReadMark = z.infer<typeof readMark>;

/** The read marks of one person in one event, visible to nobody else. A mark never falls, so that devices agree. */
export const readMarksRow = z.object({
  /** `{eventId}-{userId}`, or `{eventId}-{userId}-changes` for changes of rows. */
  id: z.string(),
  version: z.int(),
  eventId,
  userId: z.int(),
  marks: z.array(readMark),
});

export type ReadMarks = z.infer<typeof readMarksRow>;

export const readMarksId = (event: number, userId: number): string => String(ownInEvent.idOf(event, userId));

/** Changes have a row of their own: reading the chat sends no marks of changes. */
const changesInEvent: OwnOf = { ...ownInEvent, idOf: (event, userId) => `${readMarksId(Number(event), userId)}-changes` };

export const seenChangesId = (event: number, userId: number): string => String(changesInEvent.idOf(event, userId));

/** A list of one row of these kinds: `thread-{id}`. */
const listOf = (...kinds: readonly string[]) =>
  z
    .string()
    .check(z.refine((name) => kinds.some((kind) => name.startsWith(`${kind}-`) && uuid.safeParse(name.slice(kind.length + 1)).success)));

const list = z.union([z.enum(['chat', 'photos']), listOf('thread')]);
const order = z.int().check(z.minimum(0));

const readArgs = z.strictObject({
  marks: z.array(z.strictObject({ list, order })).check(z.minLength(1), z.maxLength(limits.readMarks)),
});

/** The list of the changes of a row. */
export const changedRow = listOf(...changedResources);

const seeArgs = z.strictObject({
  marks: z.array(z.strictObject({ list: changedRow, order })).check(z.minLength(1), z.maxLength(limits.seenChanges)),
});

/** Returns the higher mark of each list. */
function highestOf(marks: readonly ReadMark[]): ReadMark[] {
  const highest = new Map<string, number>();
  for (const mark of marks) highest.set(mark.list, Math.max(mark.order, highest.get(mark.list) ?? 0));
  return [...highest].map(([name, at]) => ({ list: name, order: at }));
}

/** A thread below the mark of the chat needs none of its own. */
function merged(marks: readonly ReadMark[]): ReadMark[] {
  const all = highestOf(marks);
  const chat = all.find((mark) => mark.list === 'chat')?.order ?? -1;
  const threads = all.filter((mark) => isThreadList(mark.list) && mark.order > chat).toSorted((one, other) => other.order - one.order);
  return [...all.filter((mark) => !isThreadList(mark.list)), ...threads].slice(0, limits.readMarks);
}

/** Returns the marks of the newest rows by their ids, which begin with a time: every device makes the same choice. */
export function marksOfNewestRows(marks: readonly ReadMark[]): ReadMark[] {
  const idIn = (mark: ReadMark): string => mark.list.slice(mark.list.indexOf('-'));
  return marks.toSorted((one, other) => (idIn(one) < idIn(other) ? 1 : -1)).slice(0, limits.seenChanges);
}

function withMarks(
  row: ReadMarks | null,
  { id, args, eventId: event, userId }: RuleContext<z.infer<typeof readArgs>>,
  kept: (marks: readonly ReadMark[]) => ReadMark[],
): Unversioned<ReadMarks> {
  const before: Unversioned<ReadMarks> = row ?? { id: String(id), eventId: event, userId, marks: [] };
  return { ...before, marks: kept([...before.marks, ...args.marks]) };
}

const read: Mutation<ReadMarks, z.infer<typeof readArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/event/:id/read-marks',
  access: 'member',
  args: readArgs,
  ownOf: ownInEvent,
  apply: (row, context) => withMarks(row, context, merged),
  refused: 'read_marks.failed',
};

const see: Mutation<ReadMarks, z.infer<typeof seeArgs>> = {
  ...read,
  path: '/api/event/:id/seen-changes',
  args: seeArgs,
  ownOf: changesInEvent,
  apply: (row, context) => withMarks(row, context, (marks) => marksOfNewestRows(highestOf(marks))),
};

export const readMarks = defineResource({
  name: 'readMarks',
  row: readMarksRow,
  idType: 'string',
  scopes: (row) => [scopeOf.user(row.userId)],
  indexes: ['eventId'],
  silent: true,
  mutations: { read, see },
});
