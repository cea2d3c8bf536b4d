import type { Readable } from 'node:stream';

/** A stored picture or thumbnail; `path` is a link, or `/events/1/header.png`. */
export interface PictureFile {
  readonly path: string;
  readonly bytes: Buffer;
}

export interface FoundPicture {
  readonly path: string;
  readonly size: number;
  /** In ms since the epoch, by the clock of the storage. */
  readonly changedAt: number;
  /** Streams the bytes, so that the file is never in memory as a whole. Fails if it is removed during that. */
  readonly content: () => Readable;
}

export interface PictureFiles {
  /** Stores or replaces files; all are on disk when it resolves, so that a row may refer to them. */
  write(files: readonly PictureFile[]): Promise<void>;
  find(path: string): Promise<FoundPicture | null>;
  read(path: string): Promise<Buffer | null>;
  /** Removes existing files. With `age` (ms) only those at least as old, by the clock of the storage. */
  remove(paths: readonly string[], age?: number): Promise<void>;
  /** Returns the paths of all files below a folder, see `pictureRoots`. */
  list(folder: string): Promise<string[]>;
}

export const pictureRoots = ['/images', '/events'] as const;

export async function copyPictures(from: PictureFiles, to: PictureFiles): Promise<number> {
  let copied = 0;
  for (const folder of pictureRoots) {
    for (const path of await from.list(folder)) {
      const bytes = await from.read(path);
      if (!bytes) continue;
      await to.write([{ path, bytes }]);
      copied += 1;
    }
  }
  return copied;
}
