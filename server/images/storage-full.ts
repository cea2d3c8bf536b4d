import { Refusal } from '#contract/errors.ts';
import { storeFailureOf } from '../store/store.ts';

const fullDisk = ['ENOSPC', 'EDQUOT'];

/** Throws `storage_full` if the disk or the database is full. */
export async function refuseIfFull<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isFull = fullDisk.includes(String((error as NodeJS.ErrnoException | null)?.code)) || storeFailureOf(error) === 'full';
    throw isFull ? new Refusal('storage_full', { retryAfter: 60 }) : error;
  }
}
