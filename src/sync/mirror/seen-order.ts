import type { EventDatabase } from '#db/database.ts';

const nameOf = (resource: string, eventId: number): string => `${resource}-seen:${eventId}`;

/** Returns the order of the newest row that this device has shown on its screen; null before the first visit. */
export async function readSeenOrder(db: EventDatabase, resource: string, eventId: number): Promise<number | null> {
  return ((await db.meta.get(nameOf(resource, eventId)))?.value as number | undefined) ?? null;
}

/** Stores that rows up to `order` were shown; a lower order changes nothing. */
export async function markSeenOrder(db: EventDatabase, resource: string, eventId: number, order: number): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    if (((await readSeenOrder(db, resource, eventId)) ?? -1) < order) await db.meta.put({ name: nameOf(resource, eventId), value: order });
  });
}
