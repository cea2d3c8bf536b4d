import type { Ports } from './ports.ts';
import { storageProblemOf } from './storage.ts';

/** Runs `work`, which may run twice: on a full device it runs again after the cached pictures were deleted. */
export async function withRoom<T>({ forgetPictures }: Pick<Ports, 'forgetPictures'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (storageProblemOf(error) !== 'full') throw error;
    await forgetPictures().catch(() => undefined);
    return work();
  }
}
