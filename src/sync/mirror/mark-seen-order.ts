import type { EventDatabase } from '#db/database.ts';
import { readSeenOrder, seenNameOf } from './seen-order.ts';

/** Stores that rows up to `order` were shown; a lower order changes nothing. */
export async function markSeenOrder(db: EventDatabase, resource: string, eventId: number, order: number): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    if (((await readSeenOrder(db, resource, eventId)) ?? -1) < order)
      await db.meta.put({ name: seenNameOf(resource, eventId), value: order });
  });
}

interface Ordered {
  readonly order: number;
  readonly $pending?: readonly unknown[] | undefined;
}

/** Returns the highest order among rows that the server has; 0 without one. Pending rows have no order of the server yet. */
export const newestOrder = (rows: readonly Ordered[]): number =>
  Math.max(0, ...rows.filter(({ $pending = [] }) => $pending.length === 0).map(({ order }) => order));
