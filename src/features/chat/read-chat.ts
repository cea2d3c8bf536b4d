import { Dexie } from 'dexie';
import type { Post } from '../../../contract/resources/posts.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { Stored } from '../../db/records.ts';
import { shownOf } from '../../sync/mirror/hidden.ts';

export type StoredPost = Stored<Post>;

/** Posts of one thread; the empty one holds those that answer nobody. */
export const threadOf = (db: EventDatabase, eventId: number, thread: string) =>
  db.mirror('posts').where('[eventId+thread+order]').between([eventId, thread, Dexie.minKey], [eventId, thread, Dexie.maxKey]);

/** The newest posts that answer nobody, `offset` of them passed over; none of those who are `hidden`. */
export async function newestPosts(
  db: EventDatabase,
  eventId: number,
  offset: number,
  limit: number,
  hidden: ReadonlySet<number> = new Set(),
): Promise<StoredPost[]> {
  return shownOf(threadOf(db, eventId, ''), hidden)
    .reverse()
    .offset(offset)
    .limit(limit)
    .toArray();
}
