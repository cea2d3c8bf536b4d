import { Refusal } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { Config } from '../config.ts';
import type { Caller } from '../context.ts';
import { readReceipts, receiptName } from '../store/feed/receipts.ts';
import { addsPicture, countPicturesBy } from '../store/rows/pictures.ts';
import type { Store } from '../store/store.ts';

/** Bytes of bodies, and of pictures that came in pieces, that may be in memory at once, together and of one person; beyond it a client does better to come again. */
const mostBytes = 64 * 1024 * 1024;
const mostOfOne = 4 * limits.pictureBodyBytes;
const retryAfter = 2;

/** Keeps the room that uploads take within bounds, and each person within their quota. */
export class UploadLimits {
  readonly #store: Store;
  readonly #quota: number;
  readonly #bytesOf = new Map<number, number>();
  readonly #lastOf = new Map<number, Promise<void>>();
  #bytes = 0;

  constructor({ store, config }: { store: Store; config: Pick<Config, 'picturesPerPerson'> }) {
    this.#store = store;
    this.#quota = config.picturesPerPerson;
  }

  /** Makes room for what is going to be read; the answer, called once or more, gives it back. Throws `too_large`, `too_many_requests` or `unavailable`. */
  enter({ userId }: Caller, bytes: number): () => void {
    if (bytes > limits.pictureBodyBytes) throw new Refusal('too_large');
    const own = this.#bytesOf.get(userId) ?? 0;
    if (own + bytes > mostOfOne) throw new Refusal('too_many_requests', { retryAfter });
    if (this.#bytes + bytes > mostBytes) throw new Refusal('unavailable', { retryAfter });
    this.#bytes += bytes;
    add(this.#bytesOf, userId, bytes);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#bytes -= bytes;
      add(this.#bytesOf, userId, -bytes);
    };
  }

  /** Whether this command was answered before: then its picture needs no work. */
  async isAnswered({ userId }: Caller, key: string | null): Promise<boolean> {
    if (key === null) return false;
    return (await readReceipts(this.#store.reading, [{ userId, key }])).has(receiptName({ userId, key }));
  }

  /** Runs what brings a picture of this person: if it adds one, where they have room for it, one after another, so that all are counted. Throws `picture_quota`. */
  async withinQuota<T>({ userId }: Caller, action: Parameters<typeof addsPicture>[1], work: () => Promise<T>): Promise<T> {
    if (!(await addsPicture(this.#store.reading, action))) return work();
    const turn = (this.#lastOf.get(userId) ?? Promise.resolve()).then(async () => {
      if ((await countPicturesBy(this.#store.reading, userId)) >= this.#quota) throw new Refusal('picture_quota');
      return work();
    });
    const ended = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#lastOf.set(userId, ended);
    try {
      return await turn;
    } finally {
      if (this.#lastOf.get(userId) === ended) this.#lastOf.delete(userId);
    }
  }
}

function add(counts: Map<number, number>, userId: number, amount: number): void {
  const next = (counts.get(userId) ?? 0) + amount;
  if (next === 0) counts.delete(userId);
  else counts.set(userId, next);
}
