import { Refusal } from '#contract/errors.ts';
import type { Config } from '../config.ts';
import { type Caller, limitFor } from '../lib/caller.ts';
import { KeyedMutex } from '../lib/concurrency/keyed-mutex.ts';
import { readReceipts, receiptName } from '../store/feed/receipts.ts';
import { addsPicture, countPicturesBy } from '../store/repositories/pictures.ts';
import type { Store } from '../store/store.ts';
import { UploadRoom } from './upload-room.ts';

/** Bounds the memory of uploads, and checks a user's quota before a picture is processed; the final check is in the transaction. */
export class UploadLimits {
  readonly room = new UploadRoom();
  readonly #store: Store;
  readonly #quota: number;
  readonly #mutex = new KeyedMutex<number>();

  constructor({ store, config }: { store: Store; config: Pick<Config, 'picturesPerPerson'> }) {
    this.#store = store;
    this.#quota = config.picturesPerPerson;
  }

  /** Returns whether the command was answered before, so that its picture needs no processing. */
  async isAnswered({ userId }: Caller, key: string | null): Promise<boolean> {
    if (key === null) return false;
    return (await readReceipts(this.#store.reading, [{ userId, key }])).has(receiptName({ userId, key }));
  }

  /**
   * Runs work that stores a picture of this user. If it adds one, tasks run one after another, so that each counts those before it. Throws
   * `picture_quota`.
   */
  async withinQuota<T>(caller: Caller, action: Parameters<typeof addsPicture>[1], work: () => Promise<T>): Promise<T> {
    if (!(await addsPicture(this.#store.reading, action))) return work();
    const { userId } = caller;
    return this.#mutex.run(userId, async () => {
      if ((await countPicturesBy(this.#store.reading, userId)) >= limitFor(caller, this.#quota)) throw new Refusal('picture_quota');
      return work();
    });
  }
}
