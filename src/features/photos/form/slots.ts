import type { EventDatabase } from '#db/database.ts';
import { draftIdsOf } from '#sync/outbox/draft-pictures.ts';

/** The most photos that are shared at once. */
export const mostAtOnce = 10;

/** Returns the id of the drafts of one photo; slot 0 is that of a form with one photo. */
export const draftIdOf = (eventId: number, slot = 0): string => (slot === 0 ? `photo:${eventId}` : `photo:${eventId}:${slot}`);

const slots = Array.from({ length: mostAtOnce }, (_, slot) => slot);

/** Returns the slots that have a draft. */
export async function draftedSlots(db: EventDatabase, eventId: number): Promise<number[]> {
  const idsOf = (slot: number): string[] => draftIdsOf(draftIdOf(eventId, slot));
  const found = new Set(await db.drafts.where('id').anyOf(slots.flatMap(idsOf)).primaryKeys());
  return slots.filter((slot) => idsOf(slot).some((id) => found.has(id)));
}
