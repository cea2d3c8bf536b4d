import type { ChosenPicture } from '#db/records.ts';
import { type ReceivedContent, readReceivedPicture } from '#sync/device/received-content.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { shrinkPicture } from '#ui/pictures/shrink-picture.ts';

/** Returns the readable pictures as they would be sent, one after another: a decoded picture takes many times the memory of its file. */
export async function preparePictures({ store }: Pick<SyncClient, 'store'>, { id, pictures }: ReceivedContent): Promise<ChosenPicture[]> {
  const prepared: ChosenPicture[] = [];
  for (const [index, { type }] of pictures.entries()) {
    const bytes = await readReceivedPicture(store, id, index);
    const picture = bytes && (await shrinkPicture(new File([bytes], `${index}`, { type })).catch(() => null));
    if (picture) prepared.push(picture);
  }
  return prepared;
}
