import type { EventDatabase } from '#db/database.ts';
import { readCursor } from '#sync/exchange/cursor.ts';
import type { StoredPost } from '../read-chat.ts';

const prefixOf = (eventId: number): string => `reply:${eventId}:`;

/** Returns the draft id of the reply to a post; `drafts` are all known ids. Older apps stored drafts without the event. */
export function replyDraftId(
  { id, eventId }: Pick<StoredPost, 'id' | 'eventId'>,
  drafts: { has(id: string): boolean } | undefined,
): string {
  const before = `reply:${id}`;
  return drafts?.has(before) ? before : prefixOf(eventId) + id;
}

/** Returns the draft ids of replies to deleted posts of an event; none during a first load. */
export async function lostReplies(db: EventDatabase, eventId: number): Promise<string[]> {
  const prefix = prefixOf(eventId);
  const posts = db.mirror('posts');
  return db.transaction('r', [db.drafts, db.meta, posts], async () => {
    const drafts = await db.drafts.where('id').startsWith(prefix).toArray();
    const ids = drafts.filter(({ text }) => text.trim() !== '').map(({ id }) => id);
    if (ids.length === 0) return [];
    const [cursor, found] = await Promise.all([readCursor(db), posts.bulkGet(ids.map((id) => id.slice(prefix.length)))]);
    if (!cursor || cursor.loading) return [];
    return ids.filter((_id, index) => !found[index] || found[index].$gone);
  });
}
