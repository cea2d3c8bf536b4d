import { Dexie, type Table } from 'dexie';
import type { RowId } from '#contract/resource.ts';
import type { EventDatabase } from '#db/database.ts';
import { hiddenBy, shownOf } from './people.ts';

/** The name of this device's mark in `meta`. */
export const seenNameOf = (list: string, eventId: number): string => `${list}-seen:${eventId}`;

/** Returns for each list the highest order of a row that the person has seen there, on any device; null before the first visit. */
export async function readSeenOrders(db: EventDatabase, lists: readonly string[], eventId: number): Promise<(number | null)[]> {
  const shared = (await db.mirror('readMarks').get(`${eventId}-${db.userId}`))?.marks ?? [];
  const own = await db.meta.bulkGet(lists.map((list) => seenNameOf(list, eventId)));
  return lists.map((name, index) => {
    const order = Math.max((own[index]?.value as number | undefined) ?? -1, shared.find(({ list }) => list === name)?.order ?? -1);
    return order < 0 ? null : order;
  });
}

/** Returns the order of one list, as above. */
export const readSeenOrder = async (db: EventDatabase, list: string, eventId: number): Promise<number | null> =>
  (await readSeenOrders(db, [list], eventId))[0] ?? null;

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
