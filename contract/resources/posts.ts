import * as z from 'zod/mini';
import { Refusal } from '../errors.ts';
import { eventId, filledText, instant, noArgs, uuid } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { mentionsIn } from '../rules/mentions.ts';
import { scopeOf } from '../scope.ts';

export const postRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  authorId: z.int(),
  /** Mentions people by their ids (`contract/rules/mentions.ts`). */
  content: z.string(),
  /** The post that this one answers; a reply to a reply belongs to the first post of its thread. */
  replyToId: z.nullable(uuid),
  order: z.int(),
  createdAt: instant,
});

export type Post = z.infer<typeof postRow>;

const createArgs = z.strictObject({
  content: filledText(limits.postLength),
  replyToId: z.optional(z.nullable(uuid)),
});

const create: Mutation<Post, z.infer<typeof createArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/post',
  access: 'member',
  args: createArgs,
  refs: ({ replyToId }) => (replyToId ? [{ resource: 'posts', id: replyToId, missing: 'post_gone' }] : []),
  apply: (_row, { id, args, eventId, userId, now, order }) => {
    if (mentionsIn(args.content).length > limits.mentions) throw new Refusal('too_many_mentions');
    return {
      id: String(id),
      eventId,
      authorId: userId,
      content: args.content,
      replyToId: args.replyToId ?? null,
      order,
      createdAt: now,
    };
  },
  refused: 'chat_create.failed',
};

const remove: Mutation<Post, z.infer<typeof noArgs>> = {
  kind: 'remove',
  method: 'DELETE',
  path: '/api/post/:id',
  access: 'author',
  args: noArgs,
  apply: () => null,
  refused: 'chat_item.delete_failed',
};

export const posts = defineResource({
  name: 'posts',
  row: postRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+thread+order]', '[eventId+order]'],
  indexed: (row) => ({ thread: row.replyToId ?? '' }),
  lane: (row) => row.replyToId ?? row.id,
  cascade: 'replyToId',
  mutations: { create, remove },
});
