import type { Caller } from '#server/lib/caller.ts';
import type { ReadHandle } from '#server/store/store.ts';

export type Owner = Pick<Caller, 'userId'>;

/** A part of an upload; `offset` is in bytes. */
export interface Piece {
  readonly offset: number;
  readonly bytes: Buffer;
}

/** The state of an upload: bytes received, or only the digest after a command has used it. */
export interface Begun {
  readonly received: number;
  readonly digest: string | null;
}

export interface UploadPieces {
  find(owner: Owner, name: string): Promise<Begun | null>;
  read(owner: Owner, name: string): Promise<Buffer>;
  /**
   * Runs `work`, which changes the uploads of one user, exclusively among processes; a process runs one per user at a time. `db` serves its
   * queries. Changes before an error are not rolled back in every storage.
   */
  change<T>(owner: Owner, work: (own: OwnUploads, db: ReadHandle) => Promise<T>): Promise<T>;
  /** Removes uploads that have not grown for `age` (ms), by the clock of the storage. */
  removeAged(age: number): Promise<void>;
}

export interface OwnUploads {
  received(name: string): Promise<number>;
  /** Returns all uploads, finished ones included, the longest unchanged first. */
  list(): Promise<readonly { readonly name: string; readonly received: number }[]>;
  /** Appends a piece; the first piece reopens a finished upload. */
  append(name: string, piece: Piece): Promise<void>;
  /** Removes the piece that began at `offset`. */
  discardPiece(name: string, offset: number): Promise<void>;
  finish(name: string, digest: string): Promise<void>;
  remove(name: string): Promise<void>;
  removeAll(): Promise<void>;
}
