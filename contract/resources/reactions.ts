import * as z from 'zod/mini';
import { eventId, noArgs, uuid } from '../fields.ts';
import { defineResource, type Mutation, type Unversioned, type RuleContext } from '../resource.ts';
import { ownForPost, postOfOwnRow, type ReactionEmoji, reactionEmoji } from '../rules/own-rows.ts';
import { scopeOf } from '../scope.ts';

const emoji = z.enum(reactionEmoji);

/**
 * The reaction of one person to one post, visible to nobody else. The row stays when it is taken back, because a new one would have to
 * continue its version.
 */
export const reactionRow = z.object({
  /** `{postId}-{userId}` */
  id: z.string(),
  version: z.int(),
  eventId,
  postId: uuid,
  userId: z.int(),
  /** Null after it was taken back. */
  emoji: z.nullable(emoji),
  /** The emoji before the last change: older numbers of the post contain it. */
  replaced: z.nullable(emoji),
  /** At most the order of the first numbers of the post that contain the last change. */
  order: z.int(),
});

export type Reaction = z.infer<typeof reactionRow>;

const changed = (
  row: Reaction | null,
  own: Omit<RuleContext<unknown>, 'args' | 'now'>,
  next: ReactionEmoji | null,
): Unversioned<Reaction> => ({
  id: String(own.id),
  eventId: own.eventId,
  postId: postOfOwnRow(own.id),
  userId: own.userId,
  emoji: next,
  replaced: row?.emoji ?? null,
  order: own.order,
});

const reactArgs = z.strictObject({ emoji });

/** A person has one reaction to a post: another emoji replaces it. */
const react: Mutation<Reaction, z.infer<typeof reactArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/post/:id/reaction',
  access: 'member',
  args: reactArgs,
  ownOf: ownForPost,
  apply: (row, context) => changed(row, context, context.args.emoji),
  refused: 'reactions.failed',
};

const takeBack: Mutation<Reaction, z.infer<typeof noArgs>> = {
  kind: 'change',
  method: 'DELETE',
  path: '/api/post/:id/reaction',
  access: 'member',
  args: noArgs,
  ownOf: ownForPost,
  apply: (row, context) => changed(row, context, null),
  refused: 'reactions.take_back_failed',
};

export const reactions = defineResource({
  name: 'reactions',
  row: reactionRow,
  idType: 'string',
  scopes: (row) => [scopeOf.user(row.userId)],
  indexes: [],
  mutations: { react, takeBack },
});

/** The numbers of reactions to a post, counted by the server: a device receives one row instead of one for each person. */
export const reactionCountsRow = z.object({
  /** The id of the post. */
  id: uuid,
  version: z.int(),
  eventId,
  /** Emoji without a reaction are left out. */
  counts: z.array(z.object({ emoji, count: z.int() })),
  /** The highest order of the counted reactions. */
  order: z.int(),
});

export type ReactionCounts = z.infer<typeof reactionCountsRow>;

export const reactionCounts = defineResource({
  name: 'reactionCounts',
  row: reactionCountsRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: [],
  mutations: {},
});
