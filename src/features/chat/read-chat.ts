import { Dexie } from 'dexie';
import type { Post } from '#contract/resources/posts.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';
import { shownOf } from '#sync/mirror/hidden.ts';

export type StoredPost = Stored<Post>;

/** Returns the posts of a thread; the empty id has the posts that are no replies. */
export const threadOf = (db: EventDatabase, eventId: number, thread: string) =>
  db.mirror('posts').where('[eventId+thread+order]').between([eventId, thread, Dexie.minKey], [eventId, thread, Dexie.maxKey]);

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
