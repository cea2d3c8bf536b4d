import type { EventDatabase } from '../../db/database.ts';
import type { News } from '../../db/records.ts';

/** What others changed of a resource, and this person has not seen. */
export function unseenOf(db: EventDatabase, resource: string): Promise<News[]> {
  return db.news.filter((news) => news.resource === resource).toArray();
}
