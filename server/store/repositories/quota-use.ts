import { chunksOf } from '../core/chunks.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import { insertMany } from '../core/insert-many.ts';

/** The part of a quota that a user has used in an event; event 0 is for rows without one. */
export interface QuotaUse {
  readonly userId: number;
  readonly eventId: number;
  /** Existing rows and their bytes. */
  readonly rows: number;
  readonly bytes: number;
  /** Rows created and bytes written since `hourBeganAt` (ms since the epoch). */
  readonly hourBeganAt: number;
  readonly hourRows: number;
  readonly hourBytes: number;
}

export async function readQuotaUse(db: ReadHandle, people: readonly number[]): Promise<QuotaUse[]> {
  const records = chunksOf(people).map((chunk) => sqlOf(db).selectFrom('quota_use').selectAll().where('user_id', 'in', chunk).execute());
  return (await Promise.all(records)).flat().map((record) => ({
    userId: record.user_id,
    eventId: record.event_id,
    rows: record.row_count,
    bytes: record.bytes,
    hourBeganAt: record.hour_began_at,
    hourRows: record.hour_rows,
    hourBytes: record.hour_bytes,
  }));
}

const insert = insertMany({
  table: 'quota_use',
  columns: ['user_id', 'event_id', 'row_count', 'bytes', 'hour_began_at', 'hour_rows', 'hour_bytes'],
  key: ['user_id', 'event_id'],
});

export const writeQuotaUse = (trx: WriteHandle, uses: readonly QuotaUse[]): Promise<void> =>
  insert(
    trx,
    uses.map(({ userId, eventId, rows, bytes, hourBeganAt, hourRows, hourBytes }) => ({
      user_id: userId,
      event_id: eventId,
      row_count: rows,
      bytes,
      hour_began_at: hourBeganAt,
      hour_rows: hourRows,
      hour_bytes: hourBytes,
    })),
  );
