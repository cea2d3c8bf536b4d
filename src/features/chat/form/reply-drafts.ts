import { scopeOf } from '#contract/scope.ts';
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

export interface LostReplies {
  /** The draft ids of replies to deleted posts. */
  readonly lost: readonly string[];
  /** Replies to posts that this device does not hold, so that only the server can tell. */
  readonly unsure: readonly { readonly draftId: string; readonly postId: string }[];
}

/** Returns the drafts of replies to posts of an event that the mirror lacks; none during a first load. */
export async function readLostReplies(db: EventDatabase, eventId: number): Promise<LostReplies> {
  const prefix = prefixOf(eventId);
  const posts = db.mirror('posts');
  return db.transaction('r', [db.drafts, db.meta, posts], async () => {
    const drafts = await db.drafts.where('id').startsWith(prefix).toArray();
    const ids = drafts.filter(({ text }) => text.trim() !== '').map(({ id }) => id);
    if (ids.length === 0) return { lost: [], unsure: [] };
    const [cursor, found] = await Promise.all([readCursor(db), posts.bulkGet(ids.map((id) => id.slice(prefix.length)))]);
    if (!cursor || cursor.loading) return { lost: [], unsure: [] };
    const isWindowed = cursor.windows?.[scopeOf.event(eventId)] !== undefined;
    const lost = ids.filter((_id, index) => found[index]?.$gone ?? (!found[index] && !isWindowed));
    const unsure = ids.filter((_id, index) => !found[index] && isWindowed);
    return { lost, unsure: unsure.map((draftId) => ({ draftId, postId: draftId.slice(prefix.length) })) };
  });
}
