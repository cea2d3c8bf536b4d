import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from '../../contract/errors.ts';
import { isPictureLink, thumbnailOf } from '../../contract/pictures.ts';
import { pictureFolders } from '../../contract/resources.ts';

/** A picture as it lies in the data directory. */
export interface StoredPicture {
  /** What it is reached by; random, and what it leads to never changes. */
  readonly link: string;
  readonly thumbnail: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** The pictures that people sent, under `DATA_DIR/images`; rows name them by their links. */
export class Pictures {
  readonly #dataDir: string;

  constructor({ dataDir }: { readonly dataDir: string }) {
    this.#dataDir = dataDir;
  }

  /**
   * Checks, re-encodes and stores a picture with its thumbnail; both are on disk when it resolves, so that a row may name them.
   * `name` (16 bytes) is a random one where none is given. Throws a `Refusal`: `picture_too_large`, `not_a_picture`, `storage_full`.
   */
  async store(bytes: Buffer, folder: string, name: Buffer = randomBytes(16)): Promise<StoredPicture> {
    // With the first picture: what it takes in memory is wanted by nothing else.
    const { reEncode } = await import('./re-encode.ts');
    const { width, height, ...encoded } = await reEncode(bytes);
    const link = `/images/${folder}/${name.toString('base64url')}-${width}x${height}.webp`;
    const thumbnail = thumbnailOf(link);
    try {
      await this.#write(link, encoded.bytes);
      await this.#write(thumbnail, encoded.thumbnail);
      await sync(dirname(this.#pathOf(link)));
    } catch (error) {
      await this.remove(link).catch(() => undefined);
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new Refusal('storage_full', { retryAfter: 60 });
      throw error;
    }
    return { link, thumbnail, width, height };
  }

  /** Removes a picture and its thumbnail; a text that is no link of ours, or one that leads nowhere, is passed over. */
  async remove(link: string): Promise<void> {
    if (!isPictureLink(link)) return;
    for (const each of [link, thumbnailOf(link)]) await rm(this.#pathOf(each), { force: true });
  }

  /** The picture as a data URL, or null where there is none. */
  async dataUrl(link: string): Promise<string | null> {
    if (!isPictureLink(link.replace('-small.webp', '.webp'))) return null;
    const bytes = await readFile(this.#pathOf(link)).catch(() => null);
    return bytes && `data:image/webp;base64,${bytes.toString('base64')}`;
  }

  /** Removes what no row names and what has lain there since before `time` (ms since the epoch); `inUse` tells the links of a folder's rows. */
  async sweep(inUse: (folder: string) => Promise<ReadonlySet<string>>, time: number): Promise<void> {
    for (const folder of pictureFolders) {
      const files = await readdir(join(this.#dataDir, 'images', folder)).catch(() => []);
      // Asked for after the files were listed: what has come since is not looked at.
      const used = await inUse(folder);
      for (const file of files) {
        const link = `/images/${folder}/${file}`;
        if (used.has(link.replace('-small.webp', '.webp'))) continue;
        const { mtimeMs } = await stat(this.#pathOf(link)).catch(() => ({ mtimeMs: Infinity }));
        if (mtimeMs < time) await rm(this.#pathOf(link), { force: true });
      }
    }
  }

  #pathOf(link: string): string {
    return join(this.#dataDir, link);
  }

  async #write(link: string, bytes: Buffer): Promise<void> {
    const path = this.#pathOf(link);
    if (!existsSync(dirname(path))) await mkdir(dirname(path), { recursive: true });
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

/** A name is on disk when its folder is. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
