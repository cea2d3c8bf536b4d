import { limits } from '#contract/limits.ts';
import type { Evidence } from '#contract/resources/statistics.ts';
import { loadRows } from './rows.ts';
import { type ReadHandle, sqlOf } from '../core/handles.ts';

/** Returns a person's proofs in an event, oldest first; at most one answer's worth. */
export async function evidenceBy(db: ReadHandle, userId: number, eventId: number): Promise<Evidence[]> {
  const found = await sqlOf(db)
    .selectFrom('evidence')
    .select('id')
    .where('author_id', '=', userId)
    .where('event_id', '=', eventId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limits.listRows)
    .execute();
  const ids = found.map(({ id }) => id);
  const rows = await loadRows(db, 'evidence', ids);
  return ids.flatMap((id) => (rows.get(id) as Evidence | undefined) ?? []);
}
