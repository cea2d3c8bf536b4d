import { mkdir, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Semaphore } from '#server/lib/concurrency/semaphore.ts';
import { uploadsFolder } from '#server/lib/files/state-files.ts';
import { uploadsLock } from '#server/store/images/partial-uploads.ts';
import type { ReadHandle, StoreWithin } from '#server/store/store.ts';
import { timeIn } from './folder-files.ts';
import type { Begun, Owner, OwnUploads, Piece, UploadPieces } from './upload-pieces.ts';

const finished = '.done';

/** Concurrent changes in a shared folder: each holds a connection while the folder answers, and others need connections, too. */
const changes = new Semaphore(4);

/** Stores pieces appended in files of a folder, `uploads/{user}/{name}`. */
export class FolderPieces implements UploadPieces {
  readonly #folder: string;
  readonly #store: StoreWithin;

  constructor(folder: string, store: StoreWithin) {
    this.#folder = join(folder, uploadsFolder);
    this.#store = store;
  }

  async find(owner: Owner, name: string): Promise<Begun | null> {
    const path = this.#pathOf(owner, name);
    const digest = await readFile(`${path}${finished}`, 'utf8').catch(() => null);
    const received = await sizeOf(path);
    return digest === null && received === 0 ? null : { received, digest };
  }

  read(owner: Owner, name: string): Promise<Buffer> {
    return readFile(this.#pathOf(owner, name)).catch(() => Buffer.alloc(0));
  }

  change<T>(owner: Owner, work: (own: OwnUploads, db: ReadHandle) => Promise<T>): Promise<T> {
    const own = new OwnFolder(this.#pathOf(owner));
    // A single process needs no lock, and on SQLite all writes would wait for this one.
    if (!this.#store.isShared) return work(own, this.#store.reading);
    return changes.run(1, () => this.#store.write([uploadsLock(owner.userId)], (trx) => work(own, trx)));
  }

  async removeAged(age: number): Promise<void> {
    const people = await namesIn(this.#folder);
    if (people.length === 0) return;
    const since = (await timeIn(this.#folder)) - age;
    for (const userId of people) {
      for (const { path, changedAt } of await filesIn(join(this.#folder, userId))) {
        if (changedAt <= since) await rm(path, { force: true });
      }
    }
  }

  #pathOf({ userId }: Owner, name = ''): string {
    return join(this.#folder, String(userId), name);
  }
}

class OwnFolder implements OwnUploads {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  received(name: string): Promise<number> {
    return sizeOf(join(this.#folder, name));
  }

  async list(): Promise<{ name: string; received: number }[]> {
    const files = (await filesIn(this.#folder)).toSorted((one, other) => one.changedAt - other.changedAt);
    return files.map(({ name, size }) => ({ name: name.replace(finished, ''), received: size }));
  }

  async append(name: string, { offset, bytes }: Piece): Promise<void> {
    const path = join(this.#folder, name);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // A device that begins again has no record of the finished upload.
    if (offset === 0) await rm(`${path}${finished}`, { force: true });
    const file = await open(path, offset === 0 ? 'w' : 'r+', 0o600);
    try {
      await file.write(bytes, 0, bytes.length, offset);
    } catch (error) {
      // Removes a partly written piece.
      await file.truncate(offset).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
  }

  async discardPiece(name: string, offset: number): Promise<void> {
    const path = join(this.#folder, name);
    // The file is missing if the user was erased since.
    await (offset === 0 ? rm(path, { force: true }) : truncate(path, offset)).catch(() => undefined);
  }

  async finish(name: string, digest: string): Promise<void> {
    const path = join(this.#folder, name);
    await writeFile(`${path}${finished}`, digest, { mode: 0o600 });
    await rm(path, { force: true });
  }

  async remove(name: string): Promise<void> {
    for (const ending of ['', finished]) await rm(join(this.#folder, `${name}${ending}`), { force: true });
  }

  async removeAll(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Opens the file: on a shared folder, a stat by path may be cached. */
async function sizeOf(path: string): Promise<number> {
  const file = await open(path, 'r').catch(() => null);
  try {
    return (await file?.stat())?.size ?? 0;
  } finally {
    await file?.close();
  }
}

async function filesIn(folder: string): Promise<{ name: string; path: string; size: number; changedAt: number }[]> {
  const found = [];
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const info = await stat(path).catch(() => null);
    if (info?.isFile()) found.push({ name, path, size: info.size, changedAt: info.mtimeMs });
  }
  return found;
}
