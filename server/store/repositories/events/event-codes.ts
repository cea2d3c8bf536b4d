import { chunksOf } from '#server/store/core/chunks.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '#server/store/core/handles.ts';

/** An event code with the fields that decide whether it is valid. Dates are those of its event (ISO 8601, UTC). */
export interface EventCode {
  readonly id: string;
  readonly eventId: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly reusable: boolean;
  readonly used: boolean;
  readonly usedBy: number | null;
}

/** Returns the rows with this code, at most one per event, ordered by the end of the event. */
export async function findCodes(db: ReadHandle, code: string): Promise<EventCode[]> {
  const records = await sqlOf(db)
    .selectFrom('event_codes')
    .innerJoin('events', 'events.id', 'event_codes.event_id')
    .select([
      'event_codes.id',
      'event_codes.event_id',
      'event_codes.reusable',
      'event_codes.used',
      'event_codes.used_by',
      'events.start_date',
      'events.end_date',
    ])
    .where('event_codes.code', '=', code)
    .orderBy('events.end_date')
    .execute();
  return records.map(({ id, event_id: eventId, start_date: startDate, end_date: endDate, reusable, used, used_by: usedBy }) => ({
    id,
    eventId,
    startDate,
    endDate,
    reusable: reusable === 1,
    used: used === 1,
    usedBy,
  }));
}

/** Returns all rows with one of these codes, in any event. */
export async function holdersOfCodes(db: ReadHandle, codes: readonly string[]): Promise<{ id: string; eventId: number; code: string }[]> {
  const found: { id: string; eventId: number; code: string }[] = [];
  for (const chunk of chunksOf([...new Set(codes)])) {
    const records = await sqlOf(db)
      .selectFrom('event_codes')
      .select(['id', 'event_id as eventId', 'code'])
      .where('code', 'in', chunk)
      .execute();
    found.push(...records);
  }
  return found;
}

/** Marks a code as used; returns false if it was used or deleted before. */
export async function spendCode(trx: WriteHandle, id: string, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await sqlOf(trx)
    .updateTable('event_codes')
    .set((is) => ({ used: 1, used_by: userId, version: is('version', '+', 1) }))
    .where('id', '=', id)
    .where('used', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
