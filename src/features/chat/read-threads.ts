import { limits } from '../../../contract/limits.ts';
import { readRefused } from '../../commands/use-refused.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { newestPosts, type StoredPost, threadOf } from './read-chat.ts';

/** A post with the latest of its replies, the oldest of them first. */
export interface Thread extends Replies {
  readonly post: StoredPost;
}

interface Replies {
  readonly replies: readonly StoredPost[];
  /** How many there are, with those that are not here. */
  readonly replyCount: number;
}

/** So many replies of a long thread are shown at first. */
const repliesAtFirst = 3;

/** A refused command on posts, and where it is shown: at its thread, or above all where that is gone. */
export interface RefusedPost {
  readonly entry: OutboxEntry;
  readonly threadId: string | null;
}

/** How many posts answer nobody. */
export async function countPosts(db: EventDatabase, eventId: number): Promise<number> {
  return threadOf(db, eventId, '').count();
}

/** One page of the chat, newest first; pages count from 1. */
export async function readThreads(db: EventDatabase, eventId: number, page: number): Promise<Thread[]> {
  const posts = await newestPosts(db, eventId, (page - 1) * limits.pageSize, limits.pageSize);
  return Promise.all(posts.map(async (post) => ({ post, ...(await repliesTo(db, post, repliesAtFirst)) })));
}

/** How many of all replies are shown if `most` may be: one alone is not left out. */
export const repliesShown = (replyCount: number, most: number): number => (replyCount <= most + 1 ? replyCount : most);

/** The latest replies, `most` of them (`repliesShown`). */
export async function repliesTo(db: EventDatabase, { eventId, id }: StoredPost, most: number): Promise<Replies> {
  const all = threadOf(db, eventId, id);
  const replyCount = await all.count();
  const replies = await all.offset(replyCount - repliesShown(replyCount, most)).toArray();
  return { replies, replyCount };
}

/** Commands on posts of this event that need the person. */
export async function refusedPosts(db: EventDatabase, eventId: number): Promise<RefusedPost[]> {
  const entries = await readRefused(db, ['posts'], eventId);
  return Promise.all(
    entries.map(async (entry) => {
      const replyToId = (entry.args as { replyToId?: string | null }).replyToId ?? null;
      const shownAt = entry.mutation === 'create' ? replyToId : String(entry.id);
      const post = shownAt === null ? undefined : await db.mirror('posts').get(shownAt);
      if (!post || post.$gone) return { entry, threadId: null };
      return { entry, threadId: post.replyToId ?? post.id };
    }),
  );
}
