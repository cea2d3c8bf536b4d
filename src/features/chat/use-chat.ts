import { useTranslation } from 'react-i18next';
import type { EventDatabase } from '#db/database.ts';
import { hiddenBy, type People, peopleOf } from '#sync/mirror/people.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { type FollowState, threadFollowId } from '#contract/resources/thread-follows.ts';
import { mentionsIn } from '#contract/rules/mentions.ts';
import { namedIn, namedText } from '#features/chat/mentions/named-text.ts';
import type { StoredPost } from './read-chat.ts';
import { countPosts, isThere, type RefusedPost, readThread, readThreads, refusedPosts, repliesTo, type Thread } from './read-threads.ts';
import { type Reactions, readReactions } from './read-reactions.ts';
import { lostReplies } from './form/reply-drafts.ts';

const none: readonly string[] = [];

export interface ChatPage {
  readonly threads: readonly Thread[];
  /** Authors and mentioned people. */
  readonly authors: People;
  readonly hidden: ReadonlySet<number>;
  readonly reactions: Reactions;
  readonly refused: readonly RefusedPost[];
  readonly follows: Follows;
}

async function pageOf(db: EventDatabase, eventId: number, threads: readonly Thread[]): Promise<ChatPage> {
  const refused = await refusedPosts(db, eventId);
  const posts = threads.flatMap(({ post, replies }) => [post, ...replies]);
  const authors = await peopleOf(db, eventId, namedIn(posts));
  const follows = await readFollows(
    db,
    threads.map(({ post }) => post.id),
  );
  return { threads, authors, hidden: await hiddenBy(db), reactions: await readReactions(db, posts), refused, follows };
}

/** The person's choices for threads, by the id of the first post. */
export type Follows = ReadonlyMap<string | null | undefined, FollowState | undefined>;

async function readFollows(db: EventDatabase, threads: readonly string[]): Promise<Follows> {
  const rows = await db.mirror('threadFollows').bulkGet(threads.map((id) => threadFollowId(id, db.userId)));
  return new Map(rows.map((row) => [row?.postId, row?.state]));
}

/** Returns one page of the chat; pages count from 1. */
export function useChatPage(eventId: number | undefined, page: number): ChatPage | undefined {
  return useLive(
    async (db) => (eventId === undefined ? undefined : pageOf(db, eventId, await readThreads(db, eventId, page))),
    [eventId, page],
  );
}

/** Returns a page with one thread, or null if that was deleted; undefined until it is read, or without an id. */
export function useThread(eventId: number | undefined, id: string | undefined): ChatPage | null | undefined {
  const found = useLive(
    async (db) => {
      if (eventId === undefined || id === undefined) return undefined;
      const thread = await readThread(db, eventId, id);
      return { id, shown: thread ? await pageOf(db, eventId, [thread]) : thread };
    },
    [eventId, id],
  );
  // Until the next thread is read, the query returns the last one.
  return found?.id === id ? found?.shown : undefined;
}

/** Returns whether the post is known to be deleted. */
export function useIsGone(post: StoredPost | undefined): boolean {
  const found = useLive(async (db) => (post ? { id: post.id, isGone: !(await isThere(db, post)) } : undefined), [post?.id]);
  return found !== undefined && found.id === post?.id && found.isGone;
}

/** Returns the latest `most` replies of an unfolded thread with their authors; undefined while it is folded or not read. */
export function useMoreReplies(
  post: StoredPost,
  most: number,
): (Omit<Thread, 'post'> & Pick<ChatPage, 'authors' | 'reactions'>) | undefined {
  return useLive(
    async (db) => {
      if (most === 0) return undefined;
      const shown = await repliesTo(db, post, most);
      const reactions = await readReactions(db, shown.replies);
      return { ...shown, authors: await peopleOf(db, post.eventId, namedIn(shown.replies)), reactions };
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

/** The texts of all drafts by their ids. */
export type Drafts = ReadonlyMap<string, string>;

/** Returns all drafts, with the names of mentioned people; undefined until they are read. */
export function useOpenDrafts(eventId: number): Drafts | undefined {
  const { t } = useTranslation();
  const found = useLive(
    async (db) => {
      const drafts = await db.drafts.toArray();
      const people = await peopleOf(
        db,
        eventId,
        drafts.flatMap(({ text }) => mentionsIn(text)),
      );
      return { drafts, people };
    },
    [eventId],
  );
  return found && new Map(found.drafts.map(({ id, text }) => [id, namedText(t, text, found.people)]));
}
