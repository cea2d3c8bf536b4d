import type { EventDatabase } from '#db/database.ts';
import { seenNameOf } from './seen-order.ts';

/** Stores that rows of a list up to `order` were shown; a lower order changes nothing. */
export async function markSeenOrder(db: EventDatabase, list: string, eventId: number, order: number): Promise<void> {
  const name = seenNameOf(list, eventId);
  await db.transaction('rw', db.meta, async () => {
    const before = (await db.meta.get(name))?.value as number | undefined;
    if ((before ?? -1) < order) await db.meta.put({ name, value: order });
  });
}

interface Ordered {
  readonly order: number;
  readonly $pending?: readonly unknown[] | undefined;
}

/** Returns the highest order among rows that the server has; 0 without one. Pending rows have no order of the server yet. */
export const newestOrder = (rows: readonly Ordered[]): number =>
  Math.max(0, ...rows.filter(({ $pending = [] }) => $pending.length === 0).map(({ order }) => order));
