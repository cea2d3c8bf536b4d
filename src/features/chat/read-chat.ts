import { Dexie } from 'dexie';
import type { Post } from '../../../contract/resources/posts.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { Stored } from '../../db/records.ts';

export type StoredPost = Stored<Post>;

/** Posts of one thread; the empty one holds those that answer nobody. */
export const threadOf = (db: EventDatabase, eventId: number, thread: string) =>
  db.mirror('posts').where('[eventId+thread+order]').between([eventId, thread, Dexie.minKey], [eventId, thread, Dexie.maxKey]);

/** The newest posts that answer nobody, `offset` of them passed over. */
export async function newestPosts(db: EventDatabase, eventId: number, offset: number, limit: number): Promise<StoredPost[]> {
  return threadOf(db, eventId, '').reverse().offset(offset).limit(limit).toArray();
}
