import sharp from 'sharp';
import { thumbnailOf, waitingBytesOf } from '../../../contract/pictures.ts';
import { EventDatabase } from '../../../src/db/database.ts';
import type { WaitingBytes } from '../../../src/db/records.ts';
import { bytesIdOf } from '../../../src/sync/outbox/waiting-bytes.ts';
import { storedPicturesOf } from '../../fixtures/stored-pictures.ts';
import { greyOf, pictureOf, widthOf } from './grey-pictures.ts';
import type { SimulatedServer } from '../server/server.ts';
import type { World } from '../world/world.ts';
import { sqlOf } from '../../../server/store/core/handles.ts';

/** The tap whose picture this is, by its width: as the device names it, as it is sent, and as the server names it. Null for what is none. */
export function tapOfPicture(picture: unknown): number | null {
  if (typeof picture !== 'string') return null;
  const width = picture.startsWith('data:')
    ? widthOf(Buffer.from(picture.replace(/^.*,/, ''), 'base64'))
    : Number(/-(\d+)x\d+(?:\.webp)?$/.exec(picture)?.[1] ?? 0);
  return width || null;
}

/** The bytes that a command with these arguments brings: those of its tap's picture, or none. */
export function bytesOf({ image, url }: { readonly image?: unknown; readonly url?: unknown }): { bytes?: WaitingBytes } {
  const id = waitingBytesOf(image ?? url);
  const tap = tapOfPicture(image ?? url);
  return id === null || tap === null ? {} : { bytes: { id, bytes: pictureOf(tap, tap), type: 'image/png' } };
}

/** The picture of a tap as it is sent (RFC 2397), as wide as the tap's number says. */
export const pictureSent = (tap: number): string => `data:image/png;base64,${Buffer.from(pictureOf(tap, tap)).toString('base64')}`;

/** Whether a link leads to the picture of this tap, large and small. */
export async function leadsTo({ store, config }: SimulatedServer, link: string, tap: number): Promise<boolean> {
  const pictures = storedPicturesOf(store, config.dataDir);
  if (!(await pictures.has(link)) || !(await pictures.has(thumbnailOf(link)))) return false;
  return Math.abs(((await sharp(await pictures.read(link)).stats()).channels[0]?.mean ?? 0) - greyOf(tap)) <= 4;
}

/** The files that are kept of these pictures. */
export const filesIn = ({ store, config }: SimulatedServer, folder: string): Promise<string[]> =>
  storedPicturesOf(store, config.dataDir).names(`/images/${folder}`);

/** Every photo on the server has its own picture and thumbnail, and nothing else is kept once what a crash left has been swept. */
export async function picturesInPlace({ server }: World): Promise<string[]> {
  const rows = await sqlOf(server.store.reading).selectFrom('photos').select(['url', 'description']).execute();
  const found: string[] = [];
  for (const { url, description } of rows) {
    if (!(await leadsTo(server, url, Number(description.split(' ')[1])))) found.push(`no picture, or that of another: ${description}`);
  }
  await server.sweep();
  const kept = (await filesIn(server, 'photos')).length;
  if (kept !== rows.length * 2) found.push(`${kept} files for ${rows.length} photos`);
  return found;
}

/** On every device bytes are there exactly as long as the command that they belong to. */
export async function bytesWithCommands({ devices, people }: World): Promise<string[]> {
  const found: string[] = [];
  for (const device of devices) {
    for (const { userId } of people) {
      const db = new EventDatabase(userId, { indexedDB: device.indexedDB, IDBKeyRange: device.keyRange });
      const needed = (await db.outbox.toArray()).map(bytesIdOf).filter((id) => id !== null);
      const there = await db.blobs.toCollection().primaryKeys();
      db.close();
      if (needed.toSorted().join() !== there.toSorted().join())
        found.push(`${device.name}/${userId}: bytes ${there.join()} for ${needed.join()}`);
    }
  }
  return found;
}
