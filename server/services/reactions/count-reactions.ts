import type { RowId } from '#contract/resource.ts';
import type { Post } from '#contract/resources/posts.ts';
import type { Reaction, ReactionCounts } from '#contract/resources/reactions.ts';
import { reactionEmoji } from '#contract/rules/own-rows.ts';
import { lockEvent } from '#server/store/repositories/events/event-lock.ts';
import { countReactionsTo } from '#server/store/repositories/row-counts.ts';
import { loadRows, rowStoreOf } from '#server/store/repositories/rows.ts';
import { readVersionFloor, type WriteHandle } from '#server/store/store.ts';
import type { RowChange } from '../feed/change-log.ts';
import { removeRows } from '../feed/removed-rows.ts';

/**
 * Counts the reactions to posts again whose reactions changed, and removes the numbers of removed posts. Returns the changes. Every
 * transaction that may change posts or reactions calls it before `recordChanges`.
 */
export async function countReactions(trx: WriteHandle, changes: readonly RowChange[]): Promise<RowChange[]> {
  const removed = changes.flatMap(({ resource, rowBefore, rowAfter }) =>
    resource === 'posts' && rowBefore && !rowAfter ? [rowBefore as Post] : [],
  );
  const reacted = changes.flatMap(({ resource, rowBefore, rowAfter }) =>
    resource === 'reactions' ? [(rowAfter ?? rowBefore) as Reaction] : [],
  );
  if (removed.length === 0 && reacted.length === 0) return [];
  // Without the lock, two simultaneous reactions would each be counted without the other.
  for (const eventId of new Set([...removed, ...reacted].map((row) => row.eventId))) lockEvent(trx, eventId);
  const gone = await removeRows(trx, 'reactionCounts', [...new Set(removed.map(({ id }) => id))]);
  // A reaction stays when its post is removed.
  const posts = (await loadRows(trx, 'posts', [...new Set(reacted.map(({ postId }) => postId))])) as Map<RowId, unknown> as Map<
    string,
    Post
  >;
  return [...gone, ...(await counted(trx, posts))];
}

async function counted(trx: WriteHandle, posts: ReadonlyMap<string, Post>): Promise<RowChange[]> {
  if (posts.size === 0) return [];
  const ids = [...posts.keys()];
  const [stored, found, floor] = await Promise.all([
    loadRows(trx, 'reactionCounts', ids),
    countReactionsTo(trx, ids),
    readVersionFloor(trx),
  ]);
  const changes = [...posts.values()].map(({ id, eventId }) => {
    const rowBefore = (stored.get(id) ?? null) as ReactionCounts | null;
    const { numbers, order } = found.get(id) ?? { numbers: new Map<string, number>(), order: 0 };
    const rowAfter: ReactionCounts = {
      id,
      version: (rowBefore?.version ?? floor) + 1,
      eventId,
      counts: reactionEmoji.flatMap((emoji) => {
        const count = numbers.get(emoji) ?? 0;
        return count > 0 ? [{ emoji, count }] : [];
      }),
      order: Math.max(order, rowBefore?.order ?? 0),
    };
    return { resource: 'reactionCounts', rowBefore, rowAfter };
  });
  const store = rowStoreOf('reactionCounts');
  const rows = (isNew: boolean) => changes.filter(({ rowBefore }) => (rowBefore === null) === isNew).map(({ rowAfter }) => rowAfter);
  await store.insert(trx, rows(true));
  await store.update(trx, rows(false));
  return changes;
}
