import { Dexie, type Table } from 'dexie';
import type { RowId } from '#contract/resource.ts';
import type { EventDatabase } from '#db/database.ts';
import { hiddenBy, shownOf } from './people.ts';

/** The name of this device's mark in `meta`. */
export const seenNameOf = (list: string, eventId: number): string => `${list}-seen:${eventId}`;

/** Returns the highest order of a row that the person has seen in a list, on any device; null before the first visit. */
export async function readSeenOrder(db: EventDatabase, list: string, eventId: number): Promise<number | null> {
  const own = (await db.meta.get(seenNameOf(list, eventId)))?.value as number | undefined;
  const shared = (await db.mirror('readMarks').get(`${eventId}-${db.userId}`))?.marks.find((mark) => mark.list === list)?.order;
  return own === undefined && shared === undefined ? null : Math.max(own ?? 0, shared ?? 0);
}

/** Returns rows of others after the last visit, the newest first and at most `most`; none before the first visit. */
export async function newRowsOf<Row extends { authorId: number }>(
  db: EventDatabase,
  table: Table<Row, RowId>,
  eventId: number,
  { list, most }: { readonly list: string; readonly most: number },
): Promise<Row[]> {
  const seen = await readSeenOrder(db, list, eventId);
  if (seen === null) return [];
  const since = table.where('[eventId+order]').between([eventId, seen], [eventId, Dexie.maxKey], false);
  return shownOf(since.reverse(), new Set([...(await hiddenBy(db)), db.userId]))
    .limit(most)
    .toArray();
}
