import { hash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { Caller } from '../context.ts';
import { uploadsFolder } from '../state-files.ts';

type Owner = Pick<Caller, 'userId'>;

/** Bytes of unfinished uploads that are kept of one person; with more the oldest go, and are sent anew, as with too many files. */
const mostOfOne = 12 * limits.pictureBytes;

/** Files of one person, what is left of finished ones included: each further piece looks at all of them. */
const mostFiles = 200;

const finished = '.done';

/** A picture that came in pieces: its bytes, or, once a command has brought it, only their digest, by which that command is known again. */
export type Uploaded = { readonly bytes: Buffer; readonly digest: string } | { readonly bytes: null; readonly digest: string };

/** A part of a picture; `offset` is in bytes. */
interface Piece {
  readonly offset: number;
  readonly bytes: Buffer;
}

/** Pictures on their way, under `DATA_DIR/uploads/{person}/{name}`, until a command brings them. Names are UUIDs that the device chose. */
export class PartialUploads {
  readonly #folder: string;
  /** What is being written or removed, by person: one thing at a time. */
  readonly #turns = new Map<number, Promise<unknown>>();

  constructor({ dataDir }: { readonly dataDir: string }) {
    this.#folder = join(dataDir, uploadsFolder);
  }

  /** How many bytes are here. */
  async received(owner: Owner, name: string): Promise<number> {
    return sizeOf(this.#pathOf(owner, name));
  }

  /**
   * Adds a piece that begins at `offset`, and answers how many bytes are here then; one that does not begin where they end changes nothing.
   * `confirm` is asked once it is written, and takes it back by throwing. Throws `invalid` for a piece without a byte, `picture_too_large` or
   * `storage_full` besides.
   */
  async add(owner: Owner, name: string, { offset, bytes: piece }: Piece, confirm: () => Promise<void>): Promise<number> {
    if (piece.length === 0) throw new Refusal('invalid', { issues: [{ path: 'body', message: 'empty' }] });
    const path = this.#pathOf(owner, name);
    return this.#inTurn(owner, async () => {
      const size = await sizeOf(path);
      if (offset !== size) return size;
      if (size + piece.length > limits.pictureBytes) throw new Refusal('picture_too_large');
      await this.#makeRoom(owner, name, piece.length);
      // Whoever begins anew has not heard that it was here.
      if (offset === 0) await rm(`${path}${finished}`, { force: true });
      try {
        await append(path, offset, piece);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new Refusal('storage_full', { retryAfter: 60 });
        throw error;
      }
      try {
        await confirm();
      } catch (error) {
        // Gone altogether where the person has left for good meanwhile.
        await (offset === 0 ? rm(path, { force: true }) : truncate(path, offset)).catch(() => undefined);
        throw error;
      }
      return size + piece.length;
    });
  }

  /** The picture if all of its `length` bytes are here, or were; else null. */
  async read(owner: Owner, name: string, length: number): Promise<Uploaded | null> {
    const path = this.#pathOf(owner, name);
    const digest = await readFile(`${path}${finished}`, 'utf8').catch(() => null);
    if (digest !== null) return { bytes: null, digest };
    // Nobody has room for more than they say.
    if ((await sizeOf(path)) !== length) return null;
    const bytes = await readFile(path).catch(() => null);
    return bytes?.length === length ? { bytes, digest: hash('sha256', bytes, 'base64url') } : null;
  }

  /** A command has brought it, or was refused for it: what is left says only that it was here. */
  async finish(owner: Owner, name: string, digest: string): Promise<void> {
    const path = this.#pathOf(owner, name);
    await this.#inTurn(owner, async () => {
      await writeFile(`${path}${finished}`, digest, { mode: 0o600 });
      await rm(path, { force: true });
    });
  }

  /** Somebody has left for good. In turn: a folder in which something is being written cannot be removed. */
  async forget(owner: Owner): Promise<void> {
    await this.#inTurn(owner, () => rm(join(this.#folder, String(owner.userId)), { recursive: true, force: true }));
  }

  /** Removes what has not grown since `time` (ms since the epoch, by the clock of the file system). */
  async sweep(time: number): Promise<void> {
    for (const userId of await list(this.#folder)) {
      const folder = join(this.#folder, userId);
      for (const { path, changedAt } of await filesIn(folder)) if (changedAt < time) await rm(path, { force: true });
    }
  }

  #pathOf({ userId }: Owner, name: string): string {
    return join(this.#folder, String(userId), name);
  }

  async #makeRoom({ userId }: Owner, name: string, bytes: number): Promise<void> {
    const folder = join(this.#folder, String(userId));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const files = (await filesIn(folder)).toSorted((one, other) => one.changedAt - other.changedAt);
    let sum = bytes + files.reduce((all, { size }) => all + size, 0);
    let count = files.length + (files.some(({ path }) => path.endsWith(name)) ? 0 : 1);
    for (const { path, size } of files) {
      if (sum <= mostOfOne && count <= mostFiles) return;
      if (path.endsWith(name)) continue;
      await rm(path, { force: true });
      sum -= size;
      count -= 1;
    }
  }

  #inTurn<T>({ userId }: Owner, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(userId) ?? Promise.resolve()).then(work, work);
    const ended = turn
      .catch(() => undefined)
      .then(() => {
        if (this.#turns.get(userId) === ended) this.#turns.delete(userId);
      });
    this.#turns.set(userId, ended);
    return turn;
  }
}

async function append(path: string, offset: number, piece: Buffer): Promise<void> {
  const file = await open(path, offset === 0 ? 'w' : 'r+', 0o600);
  try {
    await file.write(piece, 0, piece.length, offset);
  } catch (error) {
    // What was begun is no piece.
    await file.truncate(offset).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

const list = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

async function filesIn(folder: string): Promise<{ path: string; size: number; changedAt: number }[]> {
  const found = [];
  for (const name of await list(folder)) {
    const path = join(folder, name);
    const info = await stat(path).catch(() => null);
    if (info?.isFile()) found.push({ path, size: info.size, changedAt: info.mtimeMs });
  }
  return found;
}
