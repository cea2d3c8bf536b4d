import * as z from 'zod/mini';
import { eventId } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { ownInEvent } from '../rules/own-in-event.ts';
import { isThreadList } from '../rules/read-lists.ts';
import { scopeOf } from '../scope.ts';

const readMark = z.object({
  /** A name in `readLists`, or of a thread. */
  list: z.string(),
  /** The highest order of a row that the person has seen there. */
  order: z.int(),
});

export type ReadMark = z.infer<typeof readMark>;

/** The read marks of one person in one event, visible to nobody else. A mark never falls, so that devices agree. */
export const readMarksRow = z.object({
  /** `{eventId}-{userId}` */
  id: z.string(),
  version: z.int(),
  eventId,
  userId: z.int(),
  marks: z.array(readMark),
});

export type ReadMarks = z.infer<typeof readMarksRow>;

export const readMarksId = (event: number, userId: number): string => String(ownInEvent.idOf(event, userId));

const list = z.union([z.enum(['chat', 'photos']), z.string().check(z.regex(/^thread-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/))]);
const order = z.int().check(z.minimum(0));

const readArgs = z.strictObject({
  marks: z.array(z.strictObject({ list, order })).check(z.minLength(1), z.maxLength(limits.readMarks)),
});

/** Returns the higher mark of each list. A thread below the mark of the chat needs none of its own. */
function merged(marks: readonly ReadMark[]): ReadMark[] {
  const highest = new Map<string, number>();
  for (const mark of marks) highest.set(mark.list, Math.max(mark.order, highest.get(mark.list) ?? 0));
  const all = [...highest].map(([name, at]) => ({ list: name, order: at }));
  const chat = highest.get('chat') ?? -1;
  const threads = all.filter((mark) => isThreadList(mark.list) && mark.order > chat).toSorted((one, other) => other.order - one.order);
  return [...all.filter((mark) => !isThreadList(mark.list)), ...threads].slice(0, limits.readMarks);
}

const read: Mutation<ReadMarks, z.infer<typeof readArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/event/:id/read-marks',
  access: 'member',
  args: readArgs,
  ownOf: ownInEvent,
  apply: (row, { id, args, eventId: event, userId }) => {
    const before = row ?? { id: String(id), eventId: event, userId, marks: [] };
    return { ...before, marks: merged([...before.marks, ...args.marks]) };
  },
  refused: 'read_marks.failed',
};

export const readMarks = defineResource({
  name: 'readMarks',
  row: readMarksRow,
  idType: 'string',
  scopes: (row) => [scopeOf.user(row.userId)],
  indexes: ['eventId'],
  silent: true,
  mutations: { read },
});
