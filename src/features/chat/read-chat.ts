import { Dexie } from 'dexie';
import { limits } from '../../../contract/limits.ts';
import type { Post } from '../../../contract/resources/posts.ts';
import { readRefused } from '../../commands/use-refused.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry, Stored } from '../../db/records.ts';

export type StoredPost = Stored<Post>;

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

/** Posts of one thread; the empty one holds those that answer nobody. */
const threadOf = (db: EventDatabase, eventId: number, thread: string) =>
  db.mirror('posts').where('[eventId+thread+order]').between([eventId, thread, Dexie.minKey], [eventId, thread, Dexie.maxKey]);

/** How many posts answer nobody. */
export async function countPosts(db: EventDatabase, eventId: number): Promise<number> {
  return threadOf(db, eventId, '').count();
}

/** The newest posts that answer nobody, `offset` of them passed over. */
export async function newestPosts(db: EventDatabase, eventId: number, offset: number, limit: number): Promise<StoredPost[]> {
  return threadOf(db, eventId, '').reverse().offset(offset).limit(limit).toArray();
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
