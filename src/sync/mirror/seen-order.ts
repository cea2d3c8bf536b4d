import { Dexie, type Table } from 'dexie';
import type { RowId } from '#contract/resource.ts';
import type { EventDatabase } from '#db/database.ts';
import { hiddenBy, shownOf } from './people.ts';

/** The name of the mark in `meta`. */
export const seenNameOf = (resource: string, eventId: number): string => `${resource}-seen:${eventId}`;

/** Returns the order of the newest row that this device has shown on its screen; null before the first visit. */
export async function readSeenOrder(db: EventDatabase, resource: string, eventId: number): Promise<number | null> {
  return ((await db.meta.get(seenNameOf(resource, eventId)))?.value as number | undefined) ?? null;
}

/** Returns rows of others after the last visit, the newest first and at most `most`; none before the first visit. */
export async function newRowsOf<Row extends { authorId: number }>(
  db: EventDatabase,
  table: Table<Row, RowId>,
  eventId: number,
  { resource, most }: { readonly resource: string; readonly most: number },
): Promise<Row[]> {
  const seen = await readSeenOrder(db, resource, eventId);
  if (seen === null) return [];
  const since = table.where('[eventId+order]').between([eventId, seen], [eventId, Dexie.maxKey], false);
  return shownOf(since.reverse(), new Set([...(await hiddenBy(db)), db.userId]))
    .limit(most)
    .toArray();
}
