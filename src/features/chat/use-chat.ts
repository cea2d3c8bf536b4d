import { useTranslation } from 'react-i18next';
import type { EventDatabase } from '#db/database.ts';
import { hiddenBy, type People, peopleOf } from '#sync/mirror/people.ts';
import { type ListLength, lengthIn, type OutsidePage, windowOf } from '#sync/exchange/window-pages.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { type Fetching, useIsWindowed, useOutside } from '#sync/react/use-window.ts';
import type { FollowState } from '#contract/resources/thread-follows.ts';
import { ownPostRowId } from '#contract/rules/own-rows.ts';
import { mentionsIn } from '#contract/rules/mentions.ts';
import { namedIn, namedText } from '#features/chat/mentions/named-text.ts';
import type { StoredPost } from './read-chat.ts';
import { countPosts, isThere, type RefusedPost, readThread, readThreads, refusedPosts, repliesTo, type Thread } from './read-threads.ts';
import { type Reactions, readReactions } from './read-reactions.ts';
import { type LostReplies, readLostReplies } from './form/reply-drafts.ts';

const none: readonly string[] = [];

export interface ChatPage {
  readonly threads: readonly Thread[];
  /** Authors and mentioned people. */
  readonly authors: People;
  readonly hidden: ReadonlySet<number>;
  readonly reactions: Reactions;
  readonly refused: readonly RefusedPost[];
  readonly follows: Follows;
  /** The page of a list, from 1. */
  readonly page?: number;
  /** Set if the mirror does not keep the page level as a whole. */
  readonly outside?: OutsidePage | null;
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
  const rows = await db.mirror('threadFollows').bulkGet(threads.map((id) => ownPostRowId(id, db.userId)));
  return new Map(rows.map((row) => [row?.postId, row?.state]));
}

const windowIf = (isWindowed: boolean, db: EventDatabase, eventId: number) => (isWindowed ? windowOf(db, eventId) : undefined);

/** Returns one page of the chat; pages count from 1. */
export function useChatPage(eventId: number | undefined, page: number): ChatPage | undefined {
  const isWindowed = useIsWindowed();
  return useLive(
    async (db) => {
      if (eventId === undefined) return undefined;
      const { threads, outside } = await readThreads(db, eventId, page, await windowIf(isWindowed, db, eventId));
      return { ...(await pageOf(db, eventId, threads)), page, outside };
    },
    [eventId, page, isWindowed],
  );
}

export interface OpenedThread {
  /** A page with one thread, or null if that was deleted; undefined until it is read, or without an id. */
  readonly shown: ChatPage | null | undefined;
  /** The state of a thread that this device does not hold. */
  readonly fetching: Fetching;
}

export function useThread(eventId: number, id: string | undefined): OpenedThread {
  const isWindowed = useIsWindowed();
  const read = useLive(
    async (db) => {
      if (id === undefined) return undefined;
      const thread = await readThread(db, eventId, id, await windowIf(isWindowed, db, eventId));
      return { id, shown: thread && thread !== 'outside' ? await pageOf(db, eventId, [thread]) : thread };
    },
    [eventId, id, isWindowed],
  );
  // Until the next thread is read, the query returns the last one.
  const found = read?.id === id ? read?.shown : undefined;
  const fetching = useOutside(eventId, 'posts', found === 'outside' ? [id as string] : none);
  const shown = found === 'outside' ? (isMissing(fetching, id) ? null : undefined) : found;
  return { shown, fetching };
}

/** Returns whether the post is known to be deleted. */
export function useIsGone(post: StoredPost | undefined): boolean {
  const read = useLive(post ? async (db) => ({ id: post.id, is: await isThere(db, post) }) : null, [post?.id]);
  const found = read?.id === post?.id ? read?.is : undefined;
  const fetching = useOutside(post?.eventId ?? 0, 'posts', post && found === 'outside' ? [post.id] : none);
  return found === false || (found === 'outside' && isMissing(fetching, post?.id));
}

/** Returns whether the server has answered that a row does not exist. */
const isMissing = (fetching: Fetching, id: string | undefined): boolean =>
  fetching.kind === 'stored' && id !== undefined && fetching.missing.includes(id);

/** Returns the latest `most` replies of an unfolded thread with their authors; undefined while it is folded or not read. */
export function useMoreReplies(
  post: StoredPost,
  most: number,
): (Omit<Thread, 'post'> & Pick<ChatPage, 'authors' | 'reactions'>) | undefined {
  const isWindowed = useIsWindowed();
  return useLive(
    most === 0
      ? null
      : async (db) => {
          const shown = await repliesTo(db, post, most, await windowIf(isWindowed, db, post.eventId));
          const reactions = await readReactions(db, shown.replies);
          return { ...shown, authors: await peopleOf(db, post.eventId, namedIn(shown.replies)), reactions };
        },
    [post.eventId, post.id, most, isWindowed],
  );
}

/** Returns the number of posts; separate from the page, so that counting never delays it. */
export function usePostCount(eventId: number): ListLength | undefined {
  const isWindowed = useIsWindowed();
  return useLive(
    async (db) => (isWindowed && (await lengthIn(db, eventId, 'posts'))) || { count: await countPosts(db, eventId), at: null },
    [eventId, isWindowed],
  );
}

/** Returns the drafts of lost replies; separate from the page, because it is read again with each key press. */
export function useLostReplies(eventId: number): readonly string[] {
  const { lost, unsure } = useLive((db) => readLostReplies(db, eventId), [eventId]) ?? noReplies;
  const posts = unsure.map(({ postId }) => postId);
  const fetching = useOutside(eventId, 'posts', posts);
  const removed = unsure.filter(({ postId }) => isMissing(fetching, postId)).map(({ draftId }) => draftId);
  return removed.length === 0 ? lost : [...lost, ...removed];
}

const noReplies: LostReplies = { lost: none, unsure: [] };

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
