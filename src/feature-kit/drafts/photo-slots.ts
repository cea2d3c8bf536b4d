import type { EventDatabase } from '#db/database.ts';
import { draftIdsOf, readDraftPicture } from '#sync/outbox/draft-pictures.ts';

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

/** Returns the slots for further pictures. The first one may have a description already. */
export async function freeSlots(db: EventDatabase, eventId: number): Promise<number[]> {
  const drafted = await draftedSlots(db, eventId);
  const first = await readDraftPicture(db, draftIdOf(eventId));
  return slots.filter((slot) => (slot === 0 ? first === null : !drafted.includes(slot)));
}
