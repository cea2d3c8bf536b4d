import { statfs } from 'node:fs/promises';
import { Refusal } from '../../../contract/errors.ts';
import type { PictureFiles } from './picture-files.ts';

/** The part of a small disk that is kept free, whatever the setting is. */
const mostOfDisk = 0.05;

interface ReserveDeps {
  readonly folder: string;
  /** Bytes that pictures leave free. */
  readonly reserve: number;
  readonly log: { warn(details: object, message: string): void };
  readonly look?: (folder: string) => Promise<Disk>;
}

/** In bytes. */
interface Disk {
  readonly free: number;
  readonly size: number;
}

const lookAt = async (folder: string): Promise<Disk> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
};

/**
 * Rejects new pictures with `storage_full` when the disk has no more than its reserve, which is for the database: accounts are free, and each may
 * have hundreds of pictures. Warns the operator once when half as much again is left.
 */
export function keepingReserve(files: PictureFiles, { folder, reserve, log, look = lookAt }: ReserveDeps): PictureFiles {
  let isWarned = false;
  const refuseBeyond = async (bytes: number): Promise<void> => {
    // A folder that is not there yet is told of by what is written.
    const disk = await look(folder).catch(() => null);
    if (!disk) return;
    const kept = Math.min(reserve, disk.size * mostOfDisk);
    const left = disk.free - bytes - kept;
    const isLow = left < kept / 2;
    if (isLow && !isWarned)
      log.warn({ freeBytes: disk.free, reserveBytes: kept }, 'the disk of the pictures is nearly full; soon no more are taken');
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
