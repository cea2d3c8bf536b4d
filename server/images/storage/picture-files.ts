import type { Readable } from 'node:stream';

/** A picture or a thumbnail as it is stored, by its path: a link, or `/events/1/header.png`. */
export interface PictureFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** One that is there. */
export interface FoundPicture {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** In ms since the epoch, by the clock of where it lies. */
  readonly changedAt: number;
  /** Its bytes, as they are wanted: it is never in memory as a whole. Fails where it is removed meanwhile. */
  readonly content: () => Readable;
}

/** Where pictures lie. */
export interface PictureFiles {
  /** All of them are stored for good when it resolves, so that a row may name them. One that is there is replaced. */
  write(files: readonly PictureFile[]): Promise<void>;
  /** Null where there is none. */
  find(path: string): Promise<FoundPicture | null>;
  /** All of its bytes, as they were written; null where there is none. */
  read(path: string): Promise<Buffer | null>;
  /** Passes over what is not there. With an `age` (ms) it removes only what has been there for so long, by the clock of where it lies. */
  remove(paths: readonly string[], age?: number): Promise<void>;
  /** The paths of all that lies below a folder, see `pictureRoots`. */
  list(folder: string): Promise<string[]>;
}

/** The folders that have everything. */
export const pictureRoots = ['/images', '/events'] as const;

/** Copies all that is in one place into another one, as it is; gives how many files those are. */
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
