import { Dexie } from 'dexie';
import { limits } from '#contract/limits.ts';
import { readRefused } from '#commands/use-refused.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { readCursor } from '#sync/exchange/cursor.ts';
import { newestPosts, type StoredPost, threadOf } from './read-chat.ts';

/** A post with its latest replies, oldest first. */
export interface Thread extends Replies {
  readonly post: StoredPost;
}

interface Replies {
  readonly replies: readonly StoredPost[];
  /** Number of all replies, including those that are not loaded. */
  readonly replyCount: number;
}

/** Replies of a long thread that are shown at first: in the list, and on its own. */
const repliesAtFirst = 3;
const repliesAlone = 30;

/** A rejected command on posts; `threadId` is the thread that shows it, null if that is deleted. */
export interface RefusedPost {
  readonly entry: OutboxEntry;
  readonly threadId: string | null;
}

/** Returns the number of posts that are no replies. */
export async function countPosts(db: EventDatabase, eventId: number): Promise<number> {
  return threadOf(db, eventId, '').count();
}

/** Returns one page of the chat, newest first; pages count from 1. */
export async function readThreads(db: EventDatabase, eventId: number, page: number): Promise<Thread[]> {
  const posts = await newestPosts(db, eventId, { offset: (page - 1) * limits.pageSize, limit: limits.pageSize });
  // One transaction, because each of its own takes as long as its queries.
  return db.transaction('r', db.mirror('posts'), () =>
    Promise.all(posts.map(async (post) => ({ post, ...(await repliesTo(db, post, repliesAtFirst)) }))),
  );
}

/** Returns the thread of a post or reply; null if it was deleted, undefined while a first load may still bring it. */
export async function readThread(db: EventDatabase, eventId: number, id: string): Promise<Thread | null | undefined> {
  const linked = await postIn(db, eventId, id);
  const post = linked?.replyToId == null ? linked : await postIn(db, eventId, linked.replyToId);
  if (post) return { post, ...(await repliesTo(db, post, Math.max(repliesAlone, await repliesSince(db, linked)))) };
  const cursor = await readCursor(db);
  return !cursor || cursor.loading ? undefined : null;
}

/** Returns the number of replies from the linked one on: an older one than the latest is shown, too. */
async function repliesSince(db: EventDatabase, linked: StoredPost | undefined): Promise<number> {
  if (linked?.replyToId == null) return 0;
  const { eventId, replyToId, order } = linked;
  const replies = db.mirror('posts').where('[eventId+thread+order]');
  return replies.between([eventId, replyToId, order], [eventId, replyToId, Dexie.maxKey]).count();
}

async function postIn(db: EventDatabase, eventId: number, id: string): Promise<StoredPost | undefined> {
  const post = await db.mirror('posts').get(id);
  return post && !post.$gone && post.eventId === eventId ? post : undefined;
}

/** Returns whether a post still exists. */
export async function isThere(db: EventDatabase, { id, eventId }: StoredPost): Promise<boolean> {
  return (await postIn(db, eventId, id)) !== undefined;
}

/** Returns how many replies are shown if `most` may be: a single remaining one is shown too. */
export const repliesShown = (replyCount: number, most: number): number => (replyCount <= most + 1 ? replyCount : most);

/** Returns the latest replies, limited by `repliesShown`. */
export async function repliesTo(db: EventDatabase, { eventId, id }: StoredPost, most: number): Promise<Replies> {
  const all = threadOf(db, eventId, id);
  const replyCount = await all.count();
  const replies = await all.offset(replyCount - repliesShown(replyCount, most)).toArray();
  return { replies, replyCount };
}

export async function refusedPosts(db: EventDatabase, eventId: number): Promise<RefusedPost[]> {
  const entries = await readRefused(db, ['posts'], eventId);
  return Promise.all(
    entries.map(async (entry) => {
      const shownAt = entry.mutation === 'create' ? (entry.args.replyToId ?? null) : String(entry.id);
      const post = shownAt === null ? undefined : await db.mirror('posts').get(shownAt);
      if (!post || post.$gone) return { entry, threadId: null };
      return { entry, threadId: post.replyToId ?? post.id };
    }),
  );
}
