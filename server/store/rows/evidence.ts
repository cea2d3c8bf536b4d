import type { Evidence } from '../../../contract/resources/evidence.ts';
import { loadRows } from './rows.ts';
import type { Database } from '../engine/schema.ts';

/** What proves the counts of one person in one event, the oldest first. */
export async function evidenceBy(db: Database, userId: number, eventId: number): Promise<Evidence[]> {
  const found = await db
    .selectFrom('evidence')
    .select('id')
    .where('author_id', '=', userId)
    .where('event_id', '=', eventId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ids = found.map(({ id }) => id);
  const rows = await loadRows(db, 'evidence', ids);
  return ids.flatMap((id) => (rows.get(id) as Evidence | undefined) ?? []);
}
