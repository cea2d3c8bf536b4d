import { Readable } from 'node:stream';
import { Semaphore } from '#server/lib/concurrency/semaphore.ts';
import {
  deletePictureFiles,
  findPictureFile,
  listPictureFiles,
  putPictureFile,
  readPictureFile,
  readPictureSlice,
} from '#server/store/images/picture-files.ts';
import type { StoreWithin } from '#server/store/store.ts';
import type { FoundPicture, PictureFile, PictureFiles } from './picture-files.ts';

/**
 * Limits concurrent reads of pictures: other work needs connections, too, and bytes take several times their size while they are parsed.
 */
export const pictureReads = new Semaphore(4);

export class DatabaseFiles implements PictureFiles {
  readonly #store: StoreWithin;

  constructor(store: StoreWithin) {
    this.#store = store;
  }

  async write(files: readonly PictureFile[]): Promise<void> {
    await this.#store.write([], async (trx) => {
      for (const { path, bytes } of files) await putPictureFile(trx, path, bytes);
    });
  }

  async find(path: string): Promise<FoundPicture | null> {
    const file = await pictureReads.run(1, () => findPictureFile(this.#store.reading, path));
    if (!file) return null;
    const { size, head, changed_at: changedAt } = file;
    return { path, size, changedAt, content: () => Readable.from(this.#slices(path, size, head), { objectMode: false }) };
  }

  read(path: string): Promise<Buffer | null> {
    return pictureReads.run(1, () => readPictureFile(this.#store.reading, path));
  }

  async remove(paths: readonly string[], age?: number): Promise<void> {
    if (paths.length > 0) await this.#store.write([], (trx) => deletePictureFiles(trx, paths, age));
  }

  list(folder: string): Promise<string[]> {
    return listPictureFiles(this.#store.reading, folder);
  }

  async *#slices(path: string, size: number, head: Buffer): AsyncGenerator<Buffer> {
    yield head;
    for (let sent = head.length; sent < size;) {
      const slice = await pictureReads.run(1, () => readPictureSlice(this.#store.reading, path, sent));
      if (!slice?.length) throw new Error(`${path} was removed while it was read`);
      yield slice;
      sent += slice.length;
    }
  }
}
