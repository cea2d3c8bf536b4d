import { Refusal } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { type Caller, mostFor } from '../lib/caller.ts';

type Sender = Pick<Caller, 'userId'> & Partial<Pick<Caller, 'isTrusted'>>;

/** Bytes of bodies, and of pictures that came in pieces, that may be in memory at once. */
export const mostBytes = 64 * 1024 * 1024;
/** The same of one person, with what they only announce. */
const mostOfOne = 4 * limits.pictureBodyBytes;
/** Up to here (bytes) it is as good as never a picture, and no more than other calls bring: it needs no room. */
export const small = 64 * 1024;
/** In seconds. */
const retryAfter = 2;

/** Ends a body that is still coming, with what its sender is told. */
type Refuse = (why: Refusal) => void;

/** A body that comes in. */
export interface Coming {
  /** These bytes of it are here. Throws `unavailable` where there is no room for them. */
  took(bytes: number): void;
  /** All of it is here: it is worked on, and nobody takes its room. */
  whole(): void;
  /** Gives its room back; to be called once or more. */
  leave(): void;
}

interface Body {
  readonly userId: number;
  /** What of it is here. */
  bytes: number;
  /** Null where it is not coming, or not any more. */
  refuse: Refuse | null;
}

/**
 * The room that uploads take. It counts what is here and not what is announced, since that may take minutes to come. Where there is none left, a
 * body that comes of whoever holds the most is refused for one of somebody who holds less.
 */
export class UploadRoom {
  readonly #bodies = new Set<Body>();
  readonly #sharesOf = new Map<number, number>();
  #bytes = 0;

  /** Makes room for what is going to be read at once; the answer, called once or more, gives it back. Throws `too_large`, `too_many_requests` or `unavailable`. */
  enter(sender: Sender, bytes: number): () => void {
    if (bytes <= small) return () => undefined;
    const { body, leave } = this.#admit(sender, bytes, null);
    try {
      this.#grow(body, bytes);
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  /** Lets a body of so many bytes come, unless `refuse` is called. Throws `too_large` or `too_many_requests`. */
  receive(sender: Sender, announced: number, refuse: Refuse): Coming {
    const { body, leave } = this.#admit(sender, announced, refuse);
    return { took: (bytes) => this.#grow(body, bytes), whole: () => void (body.refuse = null), leave };
  }

  #admit({ userId, isTrusted = true }: Sender, bytes: number, refuse: Refuse | null): { body: Body; leave: () => void } {
    if (bytes > limits.pictureBodyBytes) throw new Refusal('too_large');
    const share = this.#sharesOf.get(userId) ?? 0;
    if (share + bytes > mostFor({ isTrusted }, mostOfOne, limits.pictureBodyBytes)) throw new Refusal('too_many_requests', { retryAfter });
    const body = { userId, bytes: 0, refuse };
    this.#bodies.add(body);
    this.#sharesOf.set(userId, share + bytes);
    const leave = (): void => {
      if (!this.#bodies.delete(body)) return;
      this.#drop(body);
      const left = (this.#sharesOf.get(userId) ?? 0) - bytes;
      if (left === 0) this.#sharesOf.delete(userId);
      else this.#sharesOf.set(userId, left);
    };
    return { body, leave };
  }

  #grow(body: Body, bytes: number): void {
    // What still comes of one that has left is nobody's any more.
    if (!this.#bodies.has(body)) return;
    while (this.#bytes + bytes > mostBytes) {
      const other = this.#heaviestBut(body.userId, bytes);
      if (!other) throw new Refusal('unavailable', { retryAfter });
      this.#drop(other)?.(new Refusal('unavailable', { retryAfter }));
    }
    body.bytes += bytes;
    this.#bytes += bytes;
  }

  /** Takes its room from a body, and gives what ends it. */
  #drop(body: Body): Refuse | null {
    const { refuse } = body;
    this.#bytes -= body.bytes;
    body.bytes = 0;
    body.refuse = null;
    return refuse;
  }

  /** The largest of the bodies that come of whoever holds the most; null where nobody does who holds more than this person with so many bytes more. */
  #heaviestBut(userId: number, bytes: number): Body | null {
    const held = new Map<number, number>();
    for (const body of this.#bodies) held.set(body.userId, (held.get(body.userId) ?? 0) + body.bytes);
    const heldBy = (body: Body): number => held.get(body.userId) ?? 0;
    const own = (held.get(userId) ?? 0) + bytes;
    const others = [...this.#bodies].filter((body) => body.refuse !== null && body.bytes > 0 && heldBy(body) > own);
    const isHeavier = (one: Body, other: Body): boolean => (heldBy(one) - heldBy(other) || one.bytes - other.bytes) > 0;
    return others.reduce<Body | null>((heaviest, body) => (heaviest && !isHeavier(body, heaviest) ? heaviest : body), null);
  }
}
