import {
  deleteUpload,
  deleteUploadsAged,
  deleteUploadsOf,
  findUpload,
  finishUpload,
  insertPiece,
  listUploads,
  readPieces,
  uploadsLock,
} from '#server/store/images/partial-uploads.ts';
import type { ReadHandle, StoreWithin, WriteHandle } from '#server/store/store.ts';
import { pictureReads } from './database-files.ts';
import type { Begun, Owner, OwnUploads, UploadPieces } from './upload-pieces.ts';

export class DatabasePieces implements UploadPieces {
  readonly #store: StoreWithin;

  constructor(store: StoreWithin) {
    this.#store = store;
  }

  find({ userId }: Owner, name: string): Promise<Begun | null> {
    return findUpload(this.#store.reading, userId, name);
  }

  async read({ userId }: Owner, name: string): Promise<Buffer> {
    return Buffer.concat(await pictureReads.run(1, () => readPieces(this.#store.reading, userId, name)));
  }

  change<T>({ userId }: Owner, work: (own: OwnUploads, db: ReadHandle) => Promise<T>): Promise<T> {
    return this.#store.write([uploadsLock(userId)], (trx) => work(ownIn(trx, userId), trx));
  }

  removeAged(age: number): Promise<void> {
    return this.#store.write([], (trx) => deleteUploadsAged(trx, age));
  }
}

const ownIn = (trx: WriteHandle, userId: number): OwnUploads => ({
  received: async (name) => (await findUpload(trx, userId, name))?.received ?? 0,
  list: () => listUploads(trx, userId),
  append: (name, piece) => insertPiece(trx, userId, name, piece),
  // The transaction is rolled back.
  discardPiece: () => Promise.resolve(),
  finish: (name, digest) => finishUpload(trx, userId, name, digest),
  remove: (name) => deleteUpload(trx, userId, name),
  removeAll: () => deleteUploadsOf(trx, userId),
});
