import type { Ports } from './ports.ts';
import { storageProblemOf } from './storage.ts';

/** Runs `work`, which must be harmless to run twice; on a full device once more without the pictures that can be loaded again. */
export async function withRoom<T>({ forgetPictures }: Pick<Ports, 'forgetPictures'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (storageProblemOf(error) !== 'full') throw error;
    await forgetPictures().catch(() => undefined);
    return work();
  }
}
