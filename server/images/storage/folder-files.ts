import { createReadStream } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { makeFolder, syncFolder, writeDurably } from '#server/lib/files/durable-files.ts';
import { readIfExists } from '#server/lib/files/state-files.ts';
import type { FoundPicture, PictureFile, PictureFiles } from './picture-files.ts';
import { randomUUID } from 'node:crypto';

export class FolderFiles implements PictureFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(files: readonly PictureFile[]): Promise<void> {
    try {
      const folders = new Set(files.map(({ path }) => dirname(this.#at(path))));
      for (const folder of folders) await makeFolder(folder);
      for (const { path, bytes } of files) await writeDurably(this.#at(path), bytes);
      for (const folder of folders) await syncFolder(folder);
    } catch (error) {
      await this.remove(files.map(({ path }) => path)).catch(() => undefined);
      throw error;
    }
  }

  async find(path: string): Promise<FoundPicture | null> {
    const found = await findFile(this.#at(path));
    return found && { ...found, path };
  }

  read(path: string): Promise<Buffer | null> {
    return readIfExists(this.#at(path));
  }

  async remove(paths: readonly string[], age?: number): Promise<void> {
    const [first] = paths;
    const since = age === undefined || first === undefined ? null : (await timeIn(dirname(this.#at(first)))) - age;
    for (const path of paths) {
      if (since !== null && ((await findFile(this.#at(path)))?.changedAt ?? 0) > since) continue;
      await rm(this.#at(path), { force: true });
    }
  }

  async list(folder: string): Promise<string[]> {
    const entries = await readdir(this.#at(folder), { recursive: true, withFileTypes: true }).catch(unlessGone([]));
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(this.#folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
  }

  #at(path: string): string {
    return join(this.#folder, path);
  }
}

export async function findFile(path: string): Promise<FoundPicture | null> {
  const file = await stat(path).catch(unlessGone(null));
  return file && { path, size: file.size, changedAt: file.mtimeMs, content: () => createReadStream(path) };
}

/** Returns `nothing` for a missing file and throws other errors: an unreadable disk must not look empty. */
const unlessGone =
  <T>(nothing: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return nothing;
    throw error;
  };

/** Returns the time (ms since the epoch) of the file system of an existing folder, which may be another machine's. */
export async function timeIn(folder: string): Promise<number> {
  // Readers of the folder may see this file disappear; one left by a crash is empty and unused.
  const probe = join(folder, `.now-${randomUUID()}`);
  try {
    await writeFile(probe, '', { mode: 0o600 });
    return (await stat(probe)).mtimeMs;
  } finally {
    await rm(probe, { force: true });
  }
}
