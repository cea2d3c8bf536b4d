import { Dexie } from 'dexie';
import { readLists } from '#contract/rules/read-lists.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { markSeenOrder, newestOrder } from '#sync/mirror/mark-seen-order.ts';

const eventOf = (row: object | null): unknown => row && 'eventId' in row && row.eventId;

/** Marks all lists of an event as read up to their newest rows, and all unseen changes of it as seen. */
export async function markAllRead(client: SyncClient, eventId: number): Promise<void> {
  const { db } = client;
  for (const [list, resource] of Object.entries(readLists)) {
    const rows = db.mirror(resource).where('[eventId+order]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]);
    const newest = await rows
      .reverse()
      .filter(({ $pending = [] }) => $pending.length === 0)
      .first();
    if (newest) await markSeenOrder(db, list, eventId, newestOrder([newest]));
  }
  const changes = await db.news.filter(({ before, after }) => eventOf(after ?? before) === eventId).toArray();
  if (changes.length > 0) await (await client.engine()).markSeen(changes);
}
