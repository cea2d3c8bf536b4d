import { Refusal } from '../../contract/errors.ts';
import { storeFailureOf } from '../store/store.ts';

/** Of a disk, and of a share of a disk that has a limit of its own. */
const fullDisk = ['ENOSPC', 'EDQUOT'];

/** Throws `storage_full` for whatever says that there is no room, on a disk or in the database. */
export async function orStorageFull<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isFull = fullDisk.includes(String((error as NodeJS.ErrnoException | null)?.code)) || storeFailureOf(error) === 'full';
    throw isFull ? new Refusal('storage_full', { retryAfter: 60 }) : error;
  }
}
