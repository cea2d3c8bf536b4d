import * as z from 'zod/mini';
import { eventId, filledText, instant, noArgs, picture, uuid } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';

export const photoRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  authorId: z.int(),
  /** The picture's link, or on the device until it is sent, the name of its bytes. */
  url: z.string(),
  description: z.string(),
  order: z.int(),
  createdAt: instant,
});

export type Photo = z.infer<typeof photoRow>;

const createArgs = z.strictObject({ url: picture, description: filledText(limits.descriptionLength) });

const create: Mutation<Photo, z.infer<typeof createArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/photo',
  access: 'member',
  args: createArgs,
  picture: 'url',
  sharpenedBy: 'sharpen',
  apply: (_row, { id, args, eventId, userId, now, order }) => ({
    id: String(id),
    eventId,
    authorId: userId,
    ...args,
    order,
    createdAt: now,
  }),
  refused: 'photo_upload.failed',
};

const sharpenArgs = z.strictObject({ url: picture });

/** Replaces the small picture that was sent first by the full size. */
const sharpen: Mutation<Photo, z.infer<typeof sharpenArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/photo/:id/picture',
  access: 'only-author',
  args: sharpenArgs,
  picture: 'url',
  apply: (row, { args }) => row && { ...row, ...args },
  refused: 'photo_upload.failed',
};

const remove: Mutation<Photo, z.infer<typeof noArgs>> = {
  kind: 'remove',
  method: 'DELETE',
  path: '/api/photo/:id',
  access: 'author',
  args: noArgs,
  apply: () => null,
  refused: 'photo_item.delete_error',
};

export const photos = defineResource({
  name: 'photos',
  row: photoRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+order]'],
  pictures: { folder: 'photos', field: 'url' },
  mutations: { create, sharpen, remove },
});
