import type { EventDatabase } from '#db/database.ts';
import type { ChosenPicture } from '#db/records.ts';
import { draftIdOf, freeSlots } from '#feature-kit/drafts/photo-slots.ts';
import { postDraftId } from '#feature-kit/drafts/post-draft.ts';
import { claimReceived, deleteReceived, type ReceivedContent } from '#sync/device/received-content.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { keepDraftPicture } from '#sync/outbox/draft-pictures.ts';

type Client = Pick<SyncClient, 'db' | 'store' | 'keep' | 'newId' | 'userId'>;

/** The mark of content that is in a draft: if the app ends before the content is deleted, it must not become a second draft. */
const markOf = ({ id }: ReceivedContent): string => `received:${id}`;

/** Returns the content that waits for this account and is in no draft. */
export async function readWaiting(client: Client): Promise<ReceivedContent[]> {
  const waiting: ReceivedContent[] = [];
  for (const content of await claimReceived(client.store, client.userId)) {
    if (await client.db.meta.get(markOf(content))) await discard(client, content);
    else waiting.push(content);
  }
  return waiting;
}

/** Appends the text to the draft of a new post. */
export async function takeIntoChat(client: Client, content: ReceivedContent, eventId: number): Promise<void> {
  const { db } = client;
  await client.keep(() =>
    db.transaction('rw', [db.drafts, db.meta], async () => {
      if (!(await markOnce(db, content))) return;
      await append(db, postDraftId(eventId), content.text);
    }),
  );
  await discard(client, content);
}

/**
 * Puts the pictures into free places of the photo form, and the text into the description of the first. Returns whether there were enough
 * places; without them nothing changes.
 */
export async function takeIntoPhotos(
  client: Client,
  content: ReceivedContent,
  eventId: number,
  pictures: readonly ChosenPicture[],
): Promise<boolean> {
  const { db } = client;
  let fits = true;
  await client.keep(() =>
    db.transaction('rw', [db.drafts, db.blobs, db.meta], async () => {
      const slots = await freeSlots(db, eventId);
      fits = pictures.length <= slots.length;
      if (!fits || !(await markOnce(db, content))) return;
      for (const [index, picture] of pictures.entries()) {
        await keepDraftPicture(db, draftIdOf(eventId, slots[index]), client.newId(), picture);
      }
      if (content.text !== '') await append(db, draftIdOf(eventId, slots[0]), content.text);
    }),
  );
  if (fits) await discard(client, content);
  return fits;
}

/** Deletes waiting content, and its mark afterwards. */
export async function discard({ db, store }: Client, content: ReceivedContent): Promise<void> {
  await deleteReceived(store, content);
  await db.meta.delete(markOf(content));
}

/** Marks the content in the transaction of its draft. Returns false if it was marked already. */
async function markOnce(db: EventDatabase, content: ReceivedContent): Promise<boolean> {
  if (await db.meta.get(markOf(content))) return false;
  await db.meta.put({ name: markOf(content), value: true });
  return true;
}

async function append(db: EventDatabase, id: string, text: string): Promise<void> {
  const before = (await db.drafts.get(id))?.text.trimEnd() ?? '';
  await db.drafts.put({ id, text: before === '' ? text : `${before}\n${text}`, updatedAt: Date.now() });
}
