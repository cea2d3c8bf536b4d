import { Dexie } from 'dexie';
import type { Post } from '#contract/resources/posts.ts';
import type { FollowState } from '#contract/resources/thread-follows.ts';
import { mentionOf } from '#contract/rules/mentions.ts';
import { threadList } from '#contract/rules/read-lists.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';
import { shownOf } from '#sync/mirror/people.ts';
import { newRowsOf, readSeenOrders } from '#sync/mirror/seen-order.ts';

export type StoredPost = Stored<Post>;

/** Returns the posts of a thread; the empty id has the posts that are no replies. */
export const threadOf = (db: EventDatabase, eventId: number, thread: string) =>
  db.mirror('posts').where('[eventId+thread+order]').between([eventId, thread, Dexie.minKey], [eventId, thread, Dexie.maxKey]);

/** More are not counted. */
const mostNew = 99;

interface NewPost extends StoredPost {
  /** A mention of the user, or their choice for the thread. */
  readonly follow: Exclude<FollowState, 'muted'> | 'mention' | undefined;
}

/** Returns the posts and replies of others since the last visit without muted ones, the newest first; none before the first visit. */
export async function newPostsOf(db: EventDatabase, eventId: number): Promise<NewPost[]> {
  const posts = await newRowsOf(db, db.mirror('posts'), eventId, { list: 'chat', most: mostNew });
  const threads = [...new Set(posts.flatMap(({ replyToId }) => replyToId ?? []))];
  const seen = await readSeenOrders(db, threads.map(threadList), eventId);
  const follows = await db.mirror('threadFollows').bulkGet(posts.map(({ replyToId }) => `${replyToId}-${db.userId}`));
  return posts.flatMap((post, index) => {
    const { order, replyToId, content } = post;
    const follow = content.includes(mentionOf(db.userId)) ? 'mention' : follows[index]?.state;
    return order > (seen[threads.indexOf(replyToId ?? '')] ?? 0) && follow !== 'muted' ? { ...post, follow } : [];
  });
}

/** Returns the number of posts and replies of others since the last visit. */
export async function countNewPosts(db: EventDatabase, eventId: number): Promise<number> {
  return (await newPostsOf(db, eventId)).length;
}

/** Returns the newest posts that are no replies, after the first `offset`, without authors in `hidden`. */
export async function newestPosts(
  db: EventDatabase,
  eventId: number,
  { offset = 0, limit, hidden = new Set() }: { offset?: number; limit: number; hidden?: ReadonlySet<number> },
): Promise<StoredPost[]> {
  return shownOf(threadOf(db, eventId, ''), hidden)
    .reverse()
    .offset(offset)
    .limit(limit)
    .toArray();
}
