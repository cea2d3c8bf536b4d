import * as z from 'zod/mini';
import { Refusal } from '../errors.ts';
import { eventId, filledLine, instant, noArgs, notEmpty, picture, text, uuid } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation, type Unversioned } from '../resource.ts';
import { scopeOf } from '../scope.ts';

export const shareTypes = ['ride', 'room', 'stuff'] as const;
export type ShareType = (typeof shareTypes)[number];

/** The value of `available` and `total` for no limit. */
export const unlimited = -1;

/** An offer to the others of an event: a ride, a room, or a thing. */
export const shareRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  authorId: z.int(),
  type: z.enum(shareTypes),
  /** The place of a ride or a room; the name of a thing. */
  title: z.string(),
  description: z.string(),
  /** From 0 to `total`. */
  available: z.int(),
  total: z.int(),
  /**
   * The excess of counts by several devices, negative for a shortage: `available + surplus` is the sum of all clicks, in any order. 0
   * unless the same thing was counted twice.
   */
  surplus: z.int(),
  /** For a thing: a picture's link, or on the device until it is sent, the name of its bytes. */
  image: z.nullable(z.string()),
  order: z.int(),
  createdAt: instant,
});

export type Share = z.infer<typeof shareRow>;

const amount = z.int().check(z.minimum(unlimited), z.maximum(limits.shared));

const fields = {
  title: filledLine(limits.titleLength),
  description: text(limits.descriptionLength),
  available: amount,
  total: amount,
  image: z.nullable(picture),
};

/** Throws if the amounts do not fit together, or a field does not belong to the type. */
function fitting(share: Unversioned<Share>): Unversioned<Share> {
  const { type, description, image, available, total } = share;
  const wrong = (path: string, message: string): never => {
    throw new Refusal('invalid', { issues: [{ path, message }] });
  };
  if (type === 'stuff' && description.trim() === '') wrong('description', 'blank');
  if (type !== 'stuff' && image !== null) wrong('image', 'only_stuff');
  if (total === 0) wrong('total', 'too_small');
  if (total === unlimited) return { ...share, available: unlimited, surplus: 0 };
  if (available < 0 || available > total) wrong('available', 'beyond_total');
  return share;
}

const createArgs = z.strictObject({
  type: z.enum(shareTypes),
  title: fields.title,
  description: z.optional(fields.description),
  available: z.optional(amount),
  total: z.optional(amount),
  image: z.optional(fields.image),
});

const create: Mutation<Share, z.infer<typeof createArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/sharing',
  access: 'member',
  args: createArgs,
  picture: 'image',
  apply: (_row, { id, args, eventId: event, userId, now, order }) =>
    fitting({
      id: String(id),
      eventId: event,
      authorId: userId,
      type: args.type,
      title: args.title,
      description: args.description ?? '',
      available: args.available ?? 1,
      total: args.total ?? 1,
      surplus: 0,
      image: args.image ?? null,
      order,
      createdAt: now,
    }),
  refused: 'sharing.add.failed',
};

const editArgs = z
  .strictObject({
    title: z.optional(fields.title),
    type: z.optional(z.enum(shareTypes)),
    description: z.optional(fields.description),
    available: z.optional(amount),
    total: z.optional(amount),
    image: z.optional(fields.image),
  })
  .check(notEmpty);

/** An amount that the author sets overrides all earlier clicks. */
const edit: Mutation<Share, z.infer<typeof editArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/sharing/:id',
  access: 'only-author',
  args: editArgs,
  picture: 'image',
  versioned: true,
  apply: (row, { args }) => {
    if (!row) return null;
    const isCounted = args.available !== undefined || args.total !== undefined;
    return fitting({ ...row, ...args, surplus: isCounted ? 0 : row.surplus });
  },
  refused: 'sharing.edit_failed',
};

const countArgs = z.strictObject({ change: z.union([z.literal(1), z.literal(-1)]) });

/** Counts one up or down. Clicks of several devices add up in any order. */
const count: Mutation<Share, z.infer<typeof countArgs>> = {
  kind: 'change',
  method: 'POST',
  path: '/api/sharing/:id/available',
  access: 'only-author',
  args: countArgs,
  apply: (row, { args }) => {
    if (!row || row.total === unlimited) return row;
    const sum = row.available + row.surplus + args.change;
    const available = Math.min(row.total, Math.max(0, sum));
    return { ...row, available, surplus: sum - available };
  },
  refused: 'sharing.edit_failed',
};

const remove: Mutation<Share, z.infer<typeof noArgs>> = {
  kind: 'remove',
  method: 'DELETE',
  path: '/api/sharing/:id',
  access: 'author',
  args: noArgs,
  apply: () => null,
  refused: 'sharing.delete_failed',
};

export const shares = defineResource({
  name: 'shares',
  row: shareRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+type+order]', '[eventId+authorId]'],
  fieldGroups: [['available', 'total', 'surplus']],
  pictures: { folder: 'shares', field: 'image' },
  mutations: { create, edit, count, remove },
});
