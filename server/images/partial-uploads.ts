import { hash } from 'node:crypto';
import { Refusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { KeyedMutex } from '../lib/concurrency/keyed-mutex.ts';
import type { ReadHandle } from '../store/store.ts';
import { refuseIfFull } from './storage-full.ts';
import type { Owner, OwnUploads, Piece, UploadPieces } from './storage/upload-pieces.ts';

/** The most bytes of unfinished uploads per user; beyond it the oldest are deleted and sent again. */
const mostOfOne = 12 * limits.pictureBytes;

/** The most uploads per user, finished ones included: each further piece reads all of them. */
const mostUploads = 200;

/** An uploaded picture: its bytes, or only the digest after a command has used it, by which a repeated command is recognised. */
export type Uploaded = { readonly bytes: Buffer; readonly digest: string } | { readonly bytes: null; readonly digest: string };

/** Stores pictures that arrive in pieces until a command uses them. Names are UUIDs chosen by the device. */
export class PartialUploads {
  readonly #pieces: UploadPieces;
  /** One change per user at a time in this process; the others wait without a connection. */
  readonly #mutex = new KeyedMutex<number>();

  constructor(pieces: UploadPieces) {
    this.#pieces = pieces;
  }

  async received(owner: Owner, name: string): Promise<number> {
    return (await this.#pieces.find(owner, name))?.received ?? 0;
  }

  /**
   * Appends a piece that begins at `offset` and returns the bytes received then; a piece with another offset changes nothing. `confirm`
   * runs after the write and undoes it by a refusal. Throws `invalid` for an empty piece, `picture_too_large` and `storage_full`.
   */
  async add(owner: Owner, name: string, piece: Piece, confirm: (db: ReadHandle) => Promise<void>): Promise<number> {
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
        // After a lost connection the lock is lost, too, and later bytes may be another server's.
        if (error instanceof Refusal) await own.discardPiece(name, offset);
        throw error;
      }
      return received + bytes.length;
    });
  }

  /** Returns the upload if all `length` bytes are or were here, else null. */
  async read(owner: Owner, name: string, length: number): Promise<Uploaded | null> {
    const begun = await this.#pieces.find(owner, name);
    if (!begun) return null;
    if (begun.digest !== null) return { bytes: null, digest: begun.digest };
    // Room was reserved for `length` bytes only.
    if (begun.received !== length) return null;
    const bytes = await this.#pieces.read(owner, name);
    if (bytes.length === length) return { bytes, digest: hash('sha256', bytes, 'base64url') };
    // Used since, by the same command on another connection.
    const digest = (await this.#pieces.find(owner, name))?.digest ?? null;
    return digest === null ? null : { bytes: null, digest };
  }

  /** Replaces the bytes with the digest, after a command has used the picture or was refused because of it. */
  finish(owner: Owner, name: string, digest: string): Promise<void> {
    return this.#change(owner, (own) => own.finish(name, digest));
  }

  /** Deletes all uploads of an erased user, after a piece in progress. */
  forget(owner: Owner): Promise<void> {
    return this.#change(owner, (own) => own.removeAll());
  }

  /** Deletes uploads that have not grown for `age` (ms). */
  sweep(age: number): Promise<void> {
    return this.#pieces.removeAged(age);
  }

  #change<T>(owner: Owner, work: (own: OwnUploads, db: ReadHandle) => Promise<T>): Promise<T> {
    return this.#mutex.run(owner.userId, () => refuseIfFull(this.#pieces.change(owner, work)));
  }
}

/** Returns the names of uploads to delete, oldest first, so that `bytes` more fit. */
async function tooMuch(own: OwnUploads, name: string, bytes: number): Promise<string[]> {
  const begun = await own.list();
  let sum = bytes + begun.reduce((all, { received }) => all + received, 0);
  let count = begun.length + (begun.some((one) => one.name === name) ? 0 : 1);
  const deleted: string[] = [];
  for (const one of begun) {
    if (sum <= mostOfOne && count <= mostUploads) break;
    if (one.name === name) continue;
    deleted.push(one.name);
    sum -= one.received;
    count -= 1;
  }
  return deleted;
}
