import sharp from 'sharp';
import { thumbnailOf, waitingBytesOf } from '#contract/pictures.ts';
import { EventDatabase } from '#db/database.ts';
import type { WaitingBytes } from '#db/records.ts';
import { bytesIdOf } from '#sync/outbox/waiting-bytes.ts';
import { storedPicturesOf } from '#tests/fixtures/pictures/stored-pictures.ts';
import { greyOf, pictureOf, widthOf } from './grey-pictures.ts';
import type { SimulatedServer } from '../server/server.ts';
import type { World } from '../world/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';

/** Returns the tap of a picture by its width, from its name on the device, in the call or on the server. Null for other values. */
export function tapOfPicture(picture: unknown): number | null {
  if (typeof picture !== 'string') return null;
  const width = picture.startsWith('data:')
    ? widthOf(Buffer.from(picture.replace(/^.*,/, ''), 'base64'))
    : Number(/-(\d+)x\d+(?:\.webp)?$/.exec(picture)?.[1] ?? 0);
  return width || null;
}

/** Returns the bytes of a command with these arguments: its tap's picture, or none. */
export function bytesOf({ image, url }: { readonly image?: unknown; readonly url?: unknown }): { bytes?: WaitingBytes } {
  const id = waitingBytesOf(image ?? url);
  const tap = tapOfPicture(image ?? url);
  return id === null || tap === null ? {} : { bytes: { id, bytes: pictureOf(tap, tap), type: 'image/png' } };
}

/** Returns the data URL of a tap's picture (RFC 2397), with the tap's number as its width. */
export const pictureSent = (tap: number): string => `data:image/png;base64,${Buffer.from(pictureOf(tap, tap)).toString('base64')}`;

/** Returns whether a link leads to the picture of this tap, with its thumbnail. */
export async function showsPictureOf({ store, config }: SimulatedServer, link: string, tap: number): Promise<boolean> {
  const pictures = storedPicturesOf(store, config.dataDir);
  if (!(await pictures.has(link)) || !(await pictures.has(thumbnailOf(link)))) return false;
  return Math.abs(((await sharp(await pictures.read(link)).stats()).channels[0]?.mean ?? 0) - greyOf(tap)) <= 4;
}

/** Returns the names of the stored files of these pictures. */
export const storedFiles = ({ store, config }: SimulatedServer, folder: string): Promise<string[]> =>
  storedPicturesOf(store, config.dataDir).names(`/images/${folder}`);

/** Returns photos without their own picture and thumbnail, and files that no photo needs after the sweep. */
export async function wrongPhotos({ server }: World): Promise<string[]> {
  const rows = await sqlOf(server.store.reading).selectFrom('photos').select(['url', 'description']).execute();
  const found: string[] = [];
  for (const { url, description } of rows) {
    if (!(await showsPictureOf(server, url, Number(description.split(' ')[1])))) found.push(`missing or wrong picture: ${description}`);
  }
  await server.sweep();
  const kept = (await storedFiles(server, 'photos')).length;
  if (kept !== rows.length * 2) found.push(`${kept} picture files for ${rows.length} photos, expected ${rows.length * 2}`);
  return found;
}

/** Returns bytes on devices without their command, and commands without their bytes. */
export async function strayBytes({ devices, people }: World): Promise<string[]> {
  const found: string[] = [];
  for (const device of devices) {
    for (const { userId } of people) {
      const db = new EventDatabase(userId, { indexedDB: device.indexedDB, IDBKeyRange: device.keyRange });
      const needed = (await db.outbox.toArray()).map(bytesIdOf).filter((id) => id !== null);
      const there = await db.blobs.toCollection().primaryKeys();
      db.close();
      if (needed.toSorted().join() !== there.toSorted().join())
        found.push(`${device.name}/${userId}: stored bytes ${there.join()}, needed by commands: ${needed.join()}`);
    }
  }
  return found;
}
