import { limits } from '../../../contract/limits.ts';
import { readRefused } from '../../commands/use-refused.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { newestPosts, type StoredPost, threadOf } from './read-chat.ts';

/** A post with its replies, oldest first. */
export interface Thread {
  readonly post: StoredPost;
  readonly replies: readonly StoredPost[];
}

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
  return Promise.all(posts.map(async (post) => ({ post, replies: await repliesTo(db, eventId, post.id) })));
}

export async function repliesTo(db: EventDatabase, eventId: number, postId: string): Promise<StoredPost[]> {
  return threadOf(db, eventId, postId).toArray();
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
