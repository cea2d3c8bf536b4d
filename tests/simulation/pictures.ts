import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { thumbnailOf } from '../../contract/pictures.ts';
import { EventDatabase } from '../../src/db/database.ts';
import { bytesIdOf } from '../../src/sync/waiting-bytes.ts';
import { png } from '../fixtures/hostile/png.ts';
import { deflateSync } from 'node:zlib';
import type { World } from './world.ts';

const side = 8;

/** Each tap's picture has a grey of its own, so that it can be told which bytes arrived. */
const greyOf = (tap: number): number => (tap * 37) % 250;

export function pictureOf(tap: number): ArrayBuffer {
  const line = Buffer.alloc(side + 1, greyOf(tap));
  line[0] = 0;
  const file = png(
    { width: side, height: side, colour: 0 },
    { data: deflateSync(Buffer.concat(Array.from({ length: side }, () => line))) },
  );
  return new Uint8Array(file).buffer;
}

/** Every photo on the server has its own picture and thumbnail, and nothing else is kept once what a crash left has been swept. */
export async function picturesInPlace({ server }: World): Promise<string[]> {
  const rows = await server.store.db.selectFrom('photos').select(['url', 'description']).execute();
  const found: string[] = [];
  for (const { url, description } of rows) {
    const path = join(server.config.dataDir, url);
    if (!existsSync(path) || !existsSync(join(server.config.dataDir, thumbnailOf(url)))) found.push(`no picture for ${description}`);
    else if (Math.abs(((await sharp(path).stats()).channels[0]?.mean ?? 0) - greyOf(Number(description.split(' ')[1]))) > 4) {
      found.push(`the picture of another: ${description}`);
    }
  }
  await server.sweep();
  const folder = join(server.config.dataDir, 'images/photos');
  const kept = existsSync(folder) ? readdirSync(folder).length : 0;
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
