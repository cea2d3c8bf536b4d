import { statfs } from 'node:fs/promises';
import { Refusal } from '#contract/errors.ts';
import { times } from '#contract/times.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { PictureFiles } from './picture-files.ts';

/** Bytes left for pictures, and the threshold below which the operator is warned. */
export interface Room {
  readonly left: number;
  readonly warnBelow: number;
}

/** Returns the current room for pictures; null if unknown. `added` is the number of bytes about to be written. */
export type ReadRoom = (added: number) => Promise<Room | null>;

interface RoomDeps {
  readonly readRoom: ReadRoom;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * Rejects new pictures with `storage_full` when no room is left: accounts are free, and each may have hundreds of pictures. Warns the
 * operator once before that.
 */
export function limitedByRoom(files: PictureFiles, { readRoom, log }: RoomDeps): PictureFiles {
  let isWarned = false;
  const refuseBeyond = async (bytes: number): Promise<void> => {
    const room = await readRoom(bytes);
    if (!room) return;
    const left = room.left - bytes;
    const isLow = left < room.warnBelow;
    if (isLow && !isWarned) log.warn({ leftBytes: Math.max(0, left) }, 'the room for pictures is nearly full; soon no more are taken');
    isWarned = isLow;
    if (left < 0) throw new Refusal('storage_full', { retryAfter: 60 });
  };
  return {
    find: (path) => files.find(path),
    read: (path) => files.read(path),
    remove: (paths, age) => files.remove(paths, age),
    list: (from) => files.list(from),
    async write(pictures) {
      await refuseBeyond(pictures.reduce((sum, { bytes }) => sum + bytes.length, 0));
      return files.write(pictures);
    },
  };
}

/** The part of a small disk that is reserved, whatever the setting. */
const mostOfDisk = 0.05;

interface Disk {
  readonly free: number;
  readonly size: number;
}

const readDisk = async (folder: string): Promise<Disk> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
};

/** Returns the room on a disk without the reserve (bytes), which is for the database. */
export function roomOnDisk(folder: string, reserve: number, read = readDisk): ReadRoom {
  return async () => {
    // A missing folder is reported by the write.
    const disk = await read(folder).catch(() => null);
    if (!disk) return null;
    const reserved = Math.min(reserve, disk.size * mostOfDisk);
    return { left: disk.free - reserved, warnBelow: reserved / 2 };
  };
}

/** How long (ms) a total is used; until then this process adds its own writes. */
const totalLife = 30 * times.second;

/** The operator is warned when a smaller part is left. */
const warnPart = 0.1;

/** Returns the room in a database, whose disk the server cannot see: all pictures together are bounded. */
export function roomInDatabase(readMost: () => Promise<number>, readTotal: () => Promise<number>, clock: Clock): ReadRoom {
  let known: { total: number; readonly at: number } | null = null;
  let bound: number | null = null;
  return async (added) => {
    const now = clock.now();
    const most = (bound ??= await readMost());
    const isOld = !known || now >= known.at + totalLife || now < known.at;
    // Rejected pictures are counted, too, so near the bound the total is read each time.
    if (!known || isOld || known.total + added > most * (1 - warnPart)) known = { total: await readTotal(), at: now };
    const left = most - known.total;
    known.total += added;
    return { left, warnBelow: most * warnPart };
  };
}
