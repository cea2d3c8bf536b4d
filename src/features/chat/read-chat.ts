import { Dexie } from 'dexie';
import type { Post } from '#contract/resources/posts.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';
import { hiddenBy, shownOf } from '#sync/mirror/hidden.ts';

export type StoredPost = Stored<Post>;

/** Returns the posts of a thread; the empty id has the posts that are no replies. */
export const threadOf = (db: EventDatabase, eventId: number, thread: string) =>
  db.mirror('posts').where('[eventId+thread+order]').between([eventId, thread, Dexie.minKey], [eventId, thread, Dexie.maxKey]);

const seenName = (eventId: number): string => `chat-seen:${eventId}`;

/** Returns the order of the newest post that this device has shown, null before the first visit. */
export async function readSeen(db: EventDatabase, eventId: number): Promise<number | null> {
  return ((await db.meta.get(seenName(eventId)))?.value as number | undefined) ?? null;
}

export async function markSeen(db: EventDatabase, eventId: number, order: number): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    if (((await readSeen(db, eventId)) ?? 0) < order) await db.meta.put({ name: seenName(eventId), value: order });
  });
}

/** More are not counted. */
const mostNew = 99;

/** Returns the number of posts by others since the last visit; 0 before the first one. */
export async function countNewPosts(db: EventDatabase, eventId: number): Promise<number> {
  const seen = await readSeen(db, eventId);
  if (seen === null) return 0;
  const since = db.mirror('posts').where('[eventId+thread+order]').between([eventId, '', seen], [eventId, '', Dexie.maxKey], false);
  return shownOf(since, new Set([...(await hiddenBy(db)), db.userId]))
    .limit(mostNew)
    .count();
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
