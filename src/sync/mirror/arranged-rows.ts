import { Dexie, type Table } from 'dexie';
import { type ArrangedList, arranged, arrangementId } from '#contract/rules/arranged.ts';
import type { BaseRow, RowId } from '#contract/resource.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';

/** Returns the rows of an event's list in the order that event admins have set, with their marks. */
export async function readArranged<Row extends BaseRow & { position: number }>(
  db: EventDatabase,
  table: Table<Stored<Row>, RowId>,
  list: ArrangedList,
  eventId: number,
): Promise<Stored<Row>[]> {
  const rows = table.where('[eventId+position]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]).toArray();
  const order = db.mirror('arrangements').get(arrangementId(eventId, list));
  return arranged(await rows, (await order)?.places);
}
