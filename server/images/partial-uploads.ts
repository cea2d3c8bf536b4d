import { hash } from 'node:crypto';
import { Refusal } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import type { Reading } from '../store/store.ts';
import { orStorageFull } from './storage-full.ts';
import type { Owner, OwnUploads, Piece, UploadPieces } from './storage/upload-pieces.ts';

/** Bytes of unfinished uploads that are kept of one person; with more the oldest go, and are sent anew, as with too many of them. */
const mostOfOne = 12 * limits.pictureBytes;

/** Uploads of one person, what is left of finished ones included: each further piece looks at all of them. */
const mostUploads = 200;

/** A picture that came in pieces: its bytes, or, once a command has brought it, only their digest, by which that command is known again. */
export type Uploaded = { readonly bytes: Buffer; readonly digest: string } | { readonly bytes: null; readonly digest: string };

/** Pictures on their way, until a command brings them. Names are UUIDs that the device chose. */
export class PartialUploads {
  readonly #pieces: UploadPieces;
  /** Of several processes each has one change of a person under way: it waits with no connection for those before it. */
  readonly #turns = new KeyedMutex<number>();

  constructor(pieces: UploadPieces) {
    this.#pieces = pieces;
  }

  /** How many bytes are here. */
  async received(owner: Owner, name: string): Promise<number> {
    return (await this.#pieces.find(owner, name))?.received ?? 0;
  }

  /**
   * Adds a piece that begins at `offset`, and answers how many bytes are here then; one that does not begin where they end changes nothing.
   * `confirm` is asked once it is written, and takes it back by a refusal. Throws `invalid` for a piece without a byte, `picture_too_large` or
   * `storage_full` besides.
   */
  async add(owner: Owner, name: string, piece: Piece, confirm: (db: Reading) => Promise<void>): Promise<number> {
    const { offset, bytes } = piece;
    if (bytes.length === 0) throw new Refusal('invalid', { issues: [{ path: 'body', message: 'empty' }] });
    return this.#change(owner, async (own, db) => {
      const received = await own.received(name);
      if (offset !== received) return received;
      if (received + bytes.length > limits.pictureBytes) throw new Refusal('picture_too_large');
      for (const one of await tooMuch(own, name, bytes.length)) await own.remove(one);
      await own.append(name, piece);
      try {
        await confirm(db);
      } catch (error) {
        // Whose connection is lost has lost the lock: what comes after the piece may be another server's by now.
        if (error instanceof Refusal) await own.takeBack(name, offset);
        throw error;
      }
      return received + bytes.length;
    });
  }

  /** The picture if all of its `length` bytes are here, or were; else null. */
  async read(owner: Owner, name: string, length: number): Promise<Uploaded | null> {
    const begun = await this.#pieces.find(owner, name);
    if (!begun) return null;
    if (begun.digest !== null) return { bytes: null, digest: begun.digest };
    // Nobody has room for more than they say.
    if (begun.received !== length) return null;
    const bytes = await this.#pieces.read(owner, name);
    if (bytes.length === length) return { bytes, digest: hash('sha256', bytes, 'base64url') };
    // Brought meanwhile, by the same command on another way.
    const digest = (await this.#pieces.find(owner, name))?.digest ?? null;
    return digest === null ? null : { bytes: null, digest };
  }

  /** A command has brought it, or was refused for it: what is left says only that it was here. */
  finish(owner: Owner, name: string, digest: string): Promise<void> {
    return this.#change(owner, (own) => own.finish(name, digest));
  }

  /** Somebody has left for good. What of theirs is being written is written first, and goes too. */
  forget(owner: Owner): Promise<void> {
    return this.#change(owner, (own) => own.removeAll());
  }

  /** Removes what has not grown for `age` (ms). */
  sweep(age: number): Promise<void> {
    return this.#pieces.removeAged(age);
  }

  #change<T>(owner: Owner, work: (own: OwnUploads, db: Reading) => Promise<T>): Promise<T> {
    return this.#turns.run(owner.userId, () => orStorageFull(this.#pieces.change(owner, work)));
  }
}

/** The names of those that have to go, the oldest first, where so many bytes more come of this one. */
async function tooMuch(own: OwnUploads, name: string, bytes: number): Promise<string[]> {
  const begun = await own.list();
  let sum = bytes + begun.reduce((all, { received }) => all + received, 0);
  let count = begun.length + (begun.some((one) => one.name === name) ? 0 : 1);
  const gone: string[] = [];
  for (const one of begun) {
    if (sum <= mostOfOne && count <= mostUploads) break;
    if (one.name === name) continue;
    gone.push(one.name);
    sum -= one.received;
    count -= 1;
  }
  return gone;
}
