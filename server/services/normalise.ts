import type { RowRef } from '../../contract/resource.ts';
import type { Post } from '../../contract/resources/posts.ts';
import type { Action } from './call.ts';

type Find = (ref: RowRef) => unknown;

/** Arguments as the rule is to see them, where that depends on other rows (those that the mutation names as `refs`). */
const normalisers: Record<string, (args: unknown, find: Find) => unknown> = {
  /** A reply to a reply hangs on the first post of its thread. */
  'posts:create'(args, find) {
    const { replyToId } = args as { replyToId?: string | null };
    const answered = replyToId ? (find({ resource: 'posts', id: replyToId }) as Post | null) : null;
    return answered?.replyToId ? { ...(args as object), replyToId: answered.replyToId } : args;
  },
};

export function normalisedArgs({ resource, mutation, args }: Action, find: Find): unknown {
  const name = Object.keys(resource.mutations).find((key) => resource.mutations[key] === mutation);
  const normalise = normalisers[`${resource.name}:${name}`];
  return normalise ? normalise(args, find) : args;
}
