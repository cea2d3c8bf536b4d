import { Dexie } from 'dexie';
import type { Statistic } from '#contract/resources/statistics.ts';
import type { EventDatabase } from '#db/database.ts';

export function statisticsOf(db: EventDatabase, eventId: number): Promise<Statistic[]> {
  return db.mirror('statistics').where('[eventId+id]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]).toArray();
}
