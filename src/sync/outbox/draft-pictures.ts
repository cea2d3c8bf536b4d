import { pictureSize, waitingBytesOf, waitingPicture } from '../../../contract/pictures.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { ChosenPicture, Draft, WaitingBytes } from '../../db/records.ts';

const mark = '#picture';

/** Where a form keeps what was not sent: its words, and beside them the name of its picture's bytes. */
export const draftIdsOf = (formId: string): string[] => [formId, formId + mark];

/** How many forms hold something unfinished, words or a picture. */
export async function countUnfinished(db: EventDatabase): Promise<number> {
  const drafts = await db.drafts.filter(({ text }) => text.trim() !== '').toArray();
  return new Set(drafts.map(({ id }) => (id.endsWith(mark) ? id.slice(0, -mark.length) : id))).size;
}

/** Whether one form holds something unfinished. */
export async function isUnfinished(db: EventDatabase, formId: string): Promise<boolean> {
  return (await db.drafts.where('id').anyOf(draftIdsOf(formId)).count()) > 0;
}

/** What was chosen in a form and not sent; null for nothing. */
export async function readDraftPicture(db: EventDatabase, formId: string): Promise<ChosenPicture | null> {
  const name = (await db.drafts.get(formId + mark))?.text ?? '';
  const size = pictureSize(name);
  const stored = await db.blobs.get(waitingBytesOf(name) ?? '');
  return size && stored ? { bytes: stored.bytes, type: stored.type, ...size } : null;
}

/** Keeps what was chosen in a form in the place of what was chosen before, whose bytes go; `bytesId` (UUID) is new. */
export async function keepDraftPicture(db: EventDatabase, formId: string, bytesId: string, picture: ChosenPicture): Promise<void> {
  const { bytes, type, width, height } = picture;
  await db.transaction('rw', [db.drafts, db.blobs], async () => {
    await endDraftPicture(db, formId);
    await db.blobs.put({ id: bytesId, bytes, type });
    await db.drafts.put({ id: formId + mark, text: waitingPicture(bytesId, width, height), updatedAt: Date.now() });
  });
}

/** All that a form keeps. */
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

/** Keeps it once more, after it was sent in vain. */
export async function keepAgain(db: EventDatabase, { drafts, bytes }: Kept): Promise<void> {
  await db.transaction('rw', [db.drafts, db.blobs], async () => {
    await db.blobs.bulkPut([...bytes]);
    await db.drafts.bulkPut([...drafts]);
  });
}

/** Forgets what was chosen in a form, with its bytes. */
export async function endDraftPicture(db: EventDatabase, formId: string): Promise<void> {
  await db.transaction('rw', [db.drafts, db.blobs], async () => {
    const draft = await db.drafts.get(formId + mark);
    if (!draft) return;
    await db.blobs.delete(waitingBytesOf(draft.text) ?? '');
    await db.drafts.delete(draft.id);
  });
}

/** What a command says and brings of a picture: its name as the argument, and its bytes under an id of their own (UUID). */
export function pictureArgument(id: string, { bytes, type, width, height }: ChosenPicture): { name: string; bytes: WaitingBytes } {
  return { name: waitingPicture(id, width, height), bytes: { id, bytes, type } };
}
