import { pictureSize, waitingBytesOf, waitingPicture } from '#contract/pictures.ts';
import type { EventDatabase } from '#db/database.ts';
import type { ChosenPicture, Draft, WaitingBytes } from '#db/records.ts';

const mark = '#picture';

/** The ids of a form's drafts: its text, and the name of its picture. */
export const draftIdsOf = (formId: string): string[] => [formId, formId + mark];

/** Returns the number of forms with a text or picture that is not sent. */
export async function countUnfinished(db: EventDatabase): Promise<number> {
  const drafts = await db.drafts.filter(({ text }) => text.trim() !== '').toArray();
  return new Set(drafts.map(({ id }) => (id.endsWith(mark) ? id.slice(0, -mark.length) : id))).size;
}

export async function isUnfinished(db: EventDatabase, formId: string): Promise<boolean> {
  return (await db.drafts.where('id').anyOf(draftIdsOf(formId)).count()) > 0;
}

/** Returns the picture that was chosen in a form and not sent, or null. */
export async function readDraftPicture(db: EventDatabase, formId: string): Promise<ChosenPicture | null> {
  const name = (await db.drafts.get(formId + mark))?.text ?? '';
  const size = pictureSize(name);
  const stored = await db.blobs.get(waitingBytesOf(name) ?? '');
  return size && stored ? { bytes: stored.bytes, type: stored.type, ...size } : null;
}

/** Stores the picture chosen in a form and deletes the previous one with its bytes. `bytesId` is a new UUID. */
export async function keepDraftPicture(db: EventDatabase, formId: string, bytesId: string, picture: ChosenPicture): Promise<void> {
  const { bytes, type, width, height } = picture;
  await db.transaction('rw', [db.drafts, db.blobs], async () => {
    await endDraftPicture(db, formId);
    await db.blobs.put({ id: bytesId, bytes, type });
    await db.drafts.put({ id: formId + mark, text: waitingPicture(bytesId, width, height), updatedAt: Date.now() });
  });
}

export interface Kept {
  readonly drafts: readonly Draft[];
  readonly bytes: readonly WaitingBytes[];
}

export async function readKept(db: EventDatabase, formId: string): Promise<Kept> {
  return db.transaction('r', [db.drafts, db.blobs], async () => {
    const drafts = await db.drafts.where('id').anyOf(draftIdsOf(formId)).toArray();
    const bytes = await db.blobs.bulkGet(drafts.map(({ text }) => waitingBytesOf(text) ?? ''));
    return { drafts, bytes: bytes.filter((found) => found !== undefined) };
  });
}

/** Restores the drafts of a form whose commands were refused. */
export async function keepAgain(db: EventDatabase, { drafts, bytes }: Kept): Promise<void> {
  await db.transaction('rw', [db.drafts, db.blobs], async () => {
    await db.blobs.bulkPut([...bytes]);
    await db.drafts.bulkPut([...drafts]);
  });
}

/** Deletes the picture chosen in a form, with its bytes. */
export async function endDraftPicture(db: EventDatabase, formId: string): Promise<void> {
  await db.transaction('rw', [db.drafts, db.blobs], async () => {
    const draft = await db.drafts.get(formId + mark);
    if (!draft) return;
    await db.blobs.delete(waitingBytesOf(draft.text) ?? '');
    await db.drafts.delete(draft.id);
  });
}

/** Returns a picture as the argument of a command, and its bytes under an id of their own (UUID). */
export function pictureArgument(id: string, { bytes, type, width, height }: ChosenPicture): { name: string; bytes: WaitingBytes } {
  return { name: waitingPicture(id, width, height), bytes: { id, bytes, type } };
}
