import { statfs } from 'node:fs/promises';
import { Refusal } from '../../../contract/errors.ts';
import { times } from '../../../contract/times.ts';
import type { Clock } from '../../lib/clock.ts';
import type { PictureFiles } from './picture-files.ts';

/** Bytes that are left for pictures, and below how many of them the operator is warned. */
export interface Room {
  readonly left: number;
  readonly warnBelow: number;
}

/** Returns the room for pictures by now; null if it is not known. `added` is how many bytes are about to be written. */
export type LookForRoom = (added: number) => Promise<Room | null>;

interface RoomDeps {
  readonly look: LookForRoom;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * Rejects new pictures with `storage_full` when there is no room left: accounts are free, and each may have hundreds of pictures. Warns the
 * operator once before that.
 */
export function keepingRoom(files: PictureFiles, { look, log }: RoomDeps): PictureFiles {
  let isWarned = false;
  const refuseBeyond = async (bytes: number): Promise<void> => {
    const room = await look(bytes);
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

/** The part of a small disk that is kept free, whatever the setting is. */
const mostOfDisk = 0.05;

/** In bytes. */
interface Disk {
  readonly free: number;
  readonly size: number;
}

const lookAt = async (folder: string): Promise<Disk> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
};

/** The room of a disk, without a reserve (bytes), which is for the database. */
export function roomOnDisk(folder: string, reserve: number, look = lookAt): LookForRoom {
  return async () => {
    // A folder that is not there yet is reported by the write.
    const disk = await look(folder).catch(() => null);
    if (!disk) return null;
    const kept = Math.min(reserve, disk.size * mostOfDisk);
    return { left: disk.free - kept, warnBelow: kept / 2 };
  };
}

/** How long (ms) a total counts: until then this process adds what it writes itself. */
const totalLife = 30 * times.second;

/** The operator is warned when less than this part is left. */
const warnPart = 0.1;

/** The room in a database, whose disk no server sees: it may have so many bytes of all pictures together. */
export function roomInDatabase(readMost: () => Promise<number>, readTotal: () => Promise<number>, clock: Clock): LookForRoom {
  let known: { total: number; readonly at: number } | null = null;
  let bound: number | null = null;
  return async (added) => {
    const now = clock.now();
    const most = (bound ??= await readMost());
    const isOld = !known || now >= known.at + totalLife || now < known.at;
    // Rejected pictures do not count: near the limit the total is read each time.
    if (!known || isOld || known.total + added > most * (1 - warnPart)) known = { total: await readTotal(), at: now };
    const left = most - known.total;
    known.total += added;
    return { left, warnBelow: most * warnPart };
  };
}
