import { type ArrangedList, arranged, arrangementId } from '#contract/rules/arranged.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { Arrangement } from '#contract/resources/arrangements.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import type { ReadHandle } from '#server/store/store.ts';

/** Returns rows of one list in the order of the event admins, each with its position. */
export async function arrangedRows<Row extends BaseRow>(
  db: ReadHandle,
  list: ArrangedList,
  eventId: number,
  rows: readonly Row[],
): Promise<Row[]> {
  const arrangement = (await readRow(db, 'arrangements', arrangementId(eventId, list))) as Arrangement | null;
  return arranged(rows as readonly (Row & { position: number })[], arrangement?.places);
}
