import type { Collection } from 'dexie';
import type { EventDatabase } from '../../db/database.ts';

/** Ids of the people whom the person of this device does not want to see. What asks this shows it again as soon as that changes. */
export async function hiddenBy(db: EventDatabase): Promise<ReadonlySet<number>> {
  const rows = await db.mirror('hiddenPeople').toArray();
  return new Set(rows.flatMap(({ hidden, otherId }) => (hidden ? [otherId] : [])));
}

/** What of these rows is not by hidden people; it counts, and passes over, without them. */
export function shownOf<Row extends { authorId: number }, Key, Insert>(
  rows: Collection<Row, Key, Insert>,
  hidden: ReadonlySet<number>,
): Collection<Row, Key, Insert> {
  return hidden.size === 0 ? rows : rows.filter(({ authorId }) => !hidden.has(authorId));
}
