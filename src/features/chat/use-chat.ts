import { hiddenBy } from '#sync/mirror/hidden.ts';
import { type People, peopleOf } from '#sync/mirror/people-of.ts';
import { useLive } from '#sync/react/hooks.tsx';
import type { StoredPost } from './read-chat.ts';
import { countPosts, type RefusedPost, readThreads, refusedPosts, repliesTo, type Thread } from './read-threads.ts';
import { lostReplies } from './form/reply-drafts.ts';

const none: readonly string[] = [];

export interface ChatPage {
  readonly threads: readonly Thread[];
  readonly authors: People;
  readonly hidden: ReadonlySet<number>;
  readonly refused: readonly RefusedPost[];
}

/** Returns one page of the chat; pages count from 1. */
export function useChatPage(eventId: number | undefined, page: number): ChatPage | undefined {
  return useLive(
    async (db) => {
      if (eventId === undefined) return undefined;
      const [threads, refused] = await Promise.all([readThreads(db, eventId, page), refusedPosts(db, eventId)]);
      const authors = await peopleOf(
        db,
        eventId,
        threads.flatMap(({ post, replies }) => [post, ...replies]).map(({ authorId }) => authorId),
      );
      return { threads, authors, hidden: await hiddenBy(db), refused };
    },
    [eventId, page],
  );
}

/** Returns the latest `most` replies of an unfolded thread with their authors; undefined while it is folded or not read. */
export function useMoreReplies(post: StoredPost, most: number): (Omit<Thread, 'post'> & { readonly authors: People }) | undefined {
  return useLive(
    async (db) => {
      if (most === 0) return undefined;
      const shown = await repliesTo(db, post, most);
      const authorIds = shown.replies.map(({ authorId }) => authorId);
      return { ...shown, authors: await peopleOf(db, post.eventId, authorIds) };
    },
    [post.eventId, post.id, most],
  );
}

/** Returns the number of posts; separate from the page, so that counting never delays it. */
export function usePostCount(eventId: number | undefined): number | undefined {
  return useLive((db) => (eventId === undefined ? undefined : countPosts(db, eventId)), [eventId]);
}

/** Returns the drafts of lost replies; separate from the page, because it is read again with each key press. */
export function useLostReplies(eventId: number): readonly string[] {
  return useLive((db) => lostReplies(db, eventId), [eventId]) ?? none;
}

/** Returns the ids of all drafts; undefined until they are read. */
export function useOpenDrafts(): ReadonlySet<string> | undefined {
  const ids = useLive((db) => db.drafts.toCollection().primaryKeys(), []);
  return ids && new Set(ids);
}
