import type { Collection } from 'dexie';
import type { Participant } from '#contract/resources/participants.ts';
import type { EventDatabase } from '#db/database.ts';

/** Returns the ids of the people whom the signed-in user has hidden. */
export async function hiddenBy(db: EventDatabase): Promise<ReadonlySet<number>> {
  const rows = await db.mirror('hiddenPeople').toArray();
  return new Set(rows.flatMap(({ hidden, otherId }) => (hidden ? [otherId] : [])));
}

/** Filters out rows of hidden people, so that counts and offsets do not include them. */
export function shownOf<Row extends { authorId: number }, Key, Insert>(
  rows: Collection<Row, Key, Insert>,
  hidden: ReadonlySet<number>,
): Collection<Row, Key, Insert> {
  return hidden.size === 0 ? rows : rows.filter(({ authorId }) => !hidden.has(authorId));
}

/** Members of an event by user id, without those who have left. Of a big event some may be stand-ins until they have arrived. */
export type People = ReadonlyMap<number, Participant>;

export async function peopleOf(db: EventDatabase, eventId: number, userIds: readonly number[]): Promise<People> {
  const ids = [...new Set(userIds)].map((userId) => `${eventId}-${userId}`);
  const people = await db.mirror('participants').bulkGet(ids);
  return new Map(
    people.flatMap((found, index) => {
      const person = found ?? db.standIn?.(ids[index]!);
      return person ? [[person.userId, person]] : [];
    }),
  );
}
