import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file, readable by its owner only. Its content is on disk when it resolves; its name only after its folder is synced. */
export async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Replaces a file in an existing folder, readable by its owner only. Readers see the old or the new content, also after a power cut. */
export async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  // Not the process id: containers that share the folder have equal ones.
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

export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  for (let each = folder; made !== undefined && each.length >= made.length; each = dirname(each)) await syncFolder(dirname(each));
}

export function syncFile(path: string): Promise<void> {
  // Windows only syncs files opened for writing.
  return sync(path, 'r+');
}

/** Error codes of platforms that cannot fsync a folder (Windows, some network file systems); they persist names by themselves. */
const needless = ['EPERM', 'EINVAL', 'ENOTSUP'];

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
