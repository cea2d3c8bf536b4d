import type { Participant } from '#contract/resources/participants.ts';
import type { EventDatabase } from '#db/database.ts';

/** Members of an event by user id, without those who have left. */
export type People = ReadonlyMap<number, Participant>;

export async function peopleOf(db: EventDatabase, eventId: number, userIds: readonly number[]): Promise<People> {
  const people = await db.mirror('participants').bulkGet([...new Set(userIds)].map((userId) => `${eventId}-${userId}`));
  return new Map(people.flatMap((person) => (person ? [[person.userId, person]] : [])));
}
