import type { EventDatabase } from '#db/database.ts';
import type { News } from '#db/records.ts';

/** Returns the changes of a resource by other people that the person has not seen. */
export function unseenOf(db: EventDatabase, resource: string): Promise<News[]> {
  return db.news.filter((news) => news.resource === resource).toArray();
}
