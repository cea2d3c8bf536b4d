import { Refusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { type Caller, limitFor } from '../lib/caller.ts';

type Sender = Pick<Caller, 'userId'> & Partial<Pick<Caller, 'isTrusted'>>;

/** The most bytes of bodies and of reassembled pictures in memory at once. */
export const mostBytes = 64 * 1024 * 1024;
/** The most bytes per user, announced ones included. */
const mostOfOne = 4 * limits.pictureBodyBytes;
/** Bodies up to this size (bytes) need no room: they are rarely pictures and no larger than other requests. */
export const exemptBytes = 64 * 1024;
const retryAfter = 2;

type Refuse = (why: Refusal) => void;

export interface IncomingBody {
  /** Counts received bytes. Throws `unavailable` if there is no room. */
  count(bytes: number): void;
  /** The body is complete and will be processed; its room can no longer be taken. */
  complete(): void;
  /** Releases the room; may be called repeatedly. */
  release(): void;
}

interface Body {
  readonly userId: number;
  bytes: number;
  /** Null if the body is complete or has ended. */
  refuse: Refuse | null;
}

/**
 * The memory for uploads. It counts received and not announced bytes, because these may take minutes to arrive. If it is full, an incoming
 * body of the heaviest sender is refused in favour of a lighter sender.
 */
export class UploadRoom {
  readonly #bodies = new Set<Body>();
  readonly #sharesOf = new Map<number, number>();
  #bytes = 0;

  /**
   * Reserves room for bytes that are read at once; returns a function that releases it and may be called repeatedly. Throws `too_large`,
   * `too_many_requests` or `unavailable`.
   */
  enter(sender: Sender, bytes: number): () => void {
    if (bytes <= exemptBytes) return () => undefined;
    const { body, release } = this.#admit(sender, bytes, null);
    try {
      this.#grow(body, bytes);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  }

  /** Admits a body of this size until `refuse` is called. Throws `too_large` or `too_many_requests`. */
  receive(sender: Sender, announced: number, refuse: Refuse): IncomingBody {
    const { body, release } = this.#admit(sender, announced, refuse);
    return { count: (bytes) => this.#grow(body, bytes), complete: () => void (body.refuse = null), release };
  }

  #admit({ userId, isTrusted = true }: Sender, bytes: number, refuse: Refuse | null): { body: Body; release: () => void } {
    if (bytes > limits.pictureBodyBytes) throw new Refusal('too_large');
    const share = this.#sharesOf.get(userId) ?? 0;
    if (share + bytes > limitFor({ isTrusted }, mostOfOne, limits.pictureBodyBytes)) throw new Refusal('too_many_requests', { retryAfter });
    const body = { userId, bytes: 0, refuse };
    this.#bodies.add(body);
    this.#sharesOf.set(userId, share + bytes);
    const release = (): void => {
      if (!this.#bodies.delete(body)) return;
      this.#drop(body);
      const left = (this.#sharesOf.get(userId) ?? 0) - bytes;
      if (left === 0) this.#sharesOf.delete(userId);
      else this.#sharesOf.set(userId, left);
    };
    return { body, release };
  }

  #grow(body: Body, bytes: number): void {
    // Bytes of a body that has already left are ignored.
    if (!this.#bodies.has(body)) return;
    while (this.#bytes + bytes > mostBytes) {
      const other = this.#heaviestBut(body.userId, bytes);
      if (!other) throw new Refusal('unavailable', { retryAfter });
      this.#drop(other)?.(new Refusal('unavailable', { retryAfter }));
    }
    body.bytes += bytes;
    this.#bytes += bytes;
  }

  #drop(body: Body): Refuse | null {
    const { refuse } = body;
    this.#bytes -= body.bytes;
    body.bytes = 0;
    body.refuse = null;
    return refuse;
  }

  /** Returns the largest incoming body of the heaviest sender, or null if nobody is heavier than this user with the additional bytes. */
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
