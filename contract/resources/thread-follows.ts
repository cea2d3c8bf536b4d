import * as z from 'zod/mini';
import { eventId, uuid } from '../fields.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { ownForPost, postOfOwnRow } from '../rules/own-rows.ts';
import { scopeOf } from '../scope.ts';

/** Followed: a push of each reply, even if the chat is off. Muted: no push and no news of its replies. */
const followState = z.enum(['usual', 'followed', 'muted']);

export type FollowState = z.infer<typeof followState>;

/**
 * A person's own choice for a thread of the chat, visible to nobody else. The row stays after the choice is taken back, because a new one
 * would have to continue its version.
 */
export const threadFollowRow = z.object({
  /** `{postId}-{userId}` */
  id: z.string(),
  version: z.int(),
  eventId,
  userId: z.int(),
  /** The first post of the thread. */
  postId: uuid,
  state: followState,
});

export type ThreadFollow = z.infer<typeof threadFollowRow>;

const followArgs = z.strictObject({ state: followState });

const follow: Mutation<ThreadFollow, z.infer<typeof followArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/post/:id/follow',
  access: 'member',
  args: followArgs,
  ownOf: ownForPost,
  apply: (_row, { id, args, eventId: event, userId }) => ({
    id: String(id),
    eventId: event,
    userId,
    postId: postOfOwnRow(id),
    state: args.state,
  }),
  refused: 'thread_follow.failed',
};

export const threadFollows = defineResource({
  name: 'threadFollows',
  row: threadFollowRow,
  idType: 'string',
  scopes: (row) => [scopeOf.user(row.userId)],
  indexes: [],
  mutations: { follow },
});
