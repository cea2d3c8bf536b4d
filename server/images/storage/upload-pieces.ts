import type { Caller } from '../../lib/caller.ts';
import type { Reading } from '../../store/store.ts';

export type Owner = Pick<Caller, 'userId'>;

/** A part of a picture; `offset` is in bytes. */
export interface Piece {
  readonly offset: number;
  readonly bytes: Buffer;
}

/** How many bytes of a picture are here, or, of one that a command has brought, its digest alone. */
export interface Begun {
  readonly received: number;
  readonly digest: string | null;
}

/** Where pictures lie that come in pieces, by their people and names. */
export interface UploadPieces {
  /** Null where there is nothing. */
  find(owner: Owner, name: string): Promise<Begun | null>;
  /** All pieces that are here, in their order. */
  read(owner: Owner, name: string): Promise<Buffer>;
  /**
   * Runs `work`, which changes what is here of one person: no other process does meanwhile. `db` is what it asks the database by. What it has
   * done before it throws is not undone everywhere. One process runs one of a person at a time.
   */
  change<T>(owner: Owner, work: (own: OwnUploads, db: Reading) => Promise<T>): Promise<T>;
  /** Removes what has not grown for `age` (ms), by the clock of where it lies. */
  removeAged(age: number): Promise<void>;
}

/** What is here of one person. */
export interface OwnUploads {
  received(name: string): Promise<number>;
  /** All of it, finished ones included; what has not grown for longest comes first. */
  list(): Promise<readonly { readonly name: string; readonly received: number }[]>;
  /** Adds a piece that begins where the others end; a finished one is begun anew by its first. */
  append(name: string, piece: Piece): Promise<void>;
  /** As it was before the piece that began at `offset`. */
  takeBack(name: string, offset: number): Promise<void>;
  /** Leaves its digest alone. */
  finish(name: string, digest: string): Promise<void>;
  remove(name: string): Promise<void>;
  removeAll(): Promise<void>;
}
