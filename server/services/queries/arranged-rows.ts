import { type ArrangedList, arranged, arrangementId } from '../../../contract/rules/arranged.ts';
import type { BaseRow } from '../../../contract/resource.ts';
import type { Arrangement } from '../../../contract/resources/arrangements.ts';
import { readRow } from '../../store/repositories/rows.ts';
import type { Reading } from '../../store/store.ts';

/** Rows of one list of an event in the order that organisers have given it, each with its place there. */
export async function arrangedRows<Row extends BaseRow>(
  db: Reading,
  list: ArrangedList,
  eventId: number,
  rows: readonly Row[],
): Promise<Row[]> {
  const arrangement = (await readRow(db, 'arrangements', arrangementId(eventId, list))) as Arrangement | null;
  return arranged(rows as readonly (Row & { position: number })[], arrangement?.places);
}
