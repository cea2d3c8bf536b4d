import * as z from 'zod/mini';
import { canonicalInstant, eventId, filledLine, filledText, instant, line, moment, noArgs, notEmpty, uuid } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';

export const meetupRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  authorId: z.int(),
  title: z.string(),
  description: z.string(),
  startDate: instant,
  /** Optional like `capacity`: an app stores rows that it received before these fields existed. */
  place: z.optional(z.nullable(z.string())),
  /** The most people who may come; null for any number. */
  capacity: z.optional(z.nullable(z.int())),
});

export type Meetup = z.infer<typeof meetupRow>;

const required = { title: filledLine(limits.titleLength), description: filledText(), startDate: moment };
const optional = {
  place: z.optional(z.nullable(line(limits.titleLength))),
  capacity: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(limits.meetupCapacity)))),
};

const createArgs = z.strictObject({ ...required, ...optional });

const placeOf = (place: string | null | undefined): string | null => place?.trim() || null;

const create: Mutation<Meetup, z.infer<typeof createArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/meetup',
  access: 'member',
  args: createArgs,
  apply: (_row, { id, args, eventId: event, userId }) => ({
    id: String(id),
    eventId: event,
    authorId: userId,
    title: args.title,
    description: args.description,
    startDate: canonicalInstant(args.startDate),
    place: placeOf(args.place),
    capacity: args.capacity ?? null,
  }),
  refused: 'meetup_create.failed',
};

/** Only the author may: people join because of the author's words. Not versioned: the later change of one person counts. */
const editArgs = z
  .strictObject({
    title: z.optional(required.title),
    description: z.optional(required.description),
    startDate: z.optional(required.startDate),
    ...optional,
  })
  .check(notEmpty);

const edit: Mutation<Meetup, z.infer<typeof editArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/meetup/:id',
  access: 'only-author',
  args: editArgs,
  apply: (row, { args }) => {
    if (!row) return null;
    const { startDate = row.startDate, place = row.place, ...rest } = args;
    return { ...row, ...rest, startDate: canonicalInstant(startDate), place: placeOf(place) };
  },
  refused: 'meetup.change_failed',
};

const remove: Mutation<Meetup, z.infer<typeof noArgs>> = {
  kind: 'remove',
  method: 'DELETE',
  path: '/api/meetup/:id',
  access: 'author',
  args: noArgs,
  apply: () => null,
  refused: 'meetup.delete_failed',
};

export const meetups = defineResource({
  name: 'meetups',
  row: meetupRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+startDate]'],
  mutations: { create, edit, remove },
});
