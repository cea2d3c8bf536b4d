import type { EventDatabase } from '#db/database.ts';
import type { UnseenChange } from '#db/records.ts';

/** Returns the changes of a resource by other people that the person has not seen. */
export function unseenChangesOf(db: EventDatabase, resource: string): Promise<UnseenChange[]> {
  return db.news.filter((news) => news.resource === resource).toArray();
}
