import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file, readable by its owner only; its content is on disk then, and its name once its folder is. */
export async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Replaces a file of a folder that is there, readable by its owner only; readers, and a power cut, see the old content or the new, and after this the new. */
export async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  // In a folder that machines share two processes may have one number: in containers each has the first.
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeDurably(draft, content);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes a folder, and those above it; their names are on disk then. */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  for (let each = folder; made !== undefined && each.length >= made.length; each = dirname(each)) await syncFolder(dirname(each));
}

/** For a file that was written without waiting for the disk. */
export function syncFile(path: string): Promise<void> {
  // Windows syncs what may be written only.
  return sync(path, 'r+');
}

/** By which Windows, and some file systems of networks, refuse to sync a folder: they see to its names by themselves. */
const needless = ['EPERM', 'EINVAL', 'ENOTSUP'];

/** A name is on disk when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await sync(folder, 'r');
  } catch (error) {
    if (!needless.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
