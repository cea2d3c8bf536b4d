import { join } from 'node:path';
import { StartError } from '#server/config.ts';
import type { UploadPieces } from '#server/images/storage/upload-pieces.ts';
import { namesIn, uploadsFolder } from '#server/lib/files/state-files.ts';

/**
 * Copies and compares all partial and finished uploads from the data directory `folder`, except those of deleted accounts. Returns their
 * number; throws a `StartError` for a difference.
 */
export async function copyUploads(
  folder: string,
  from: UploadPieces,
  to: UploadPieces,
  isThere: (userId: number) => Promise<boolean>,
): Promise<number> {
  let copied = 0;
  for (const userId of await peopleIn(folder)) {
    if (!(await isThere(userId))) continue;
    const owner = { userId };
    const names = await from.change(owner, (own) => own.list());
    for (const name of new Set(names.map((each) => each.name))) {
      const [begun, bytes] = [await from.find(owner, name), await from.read(owner, name)];
      if (!begun) continue;
      const { digest } = begun;
      await to.change(owner, (own) => (digest === null ? own.append(name, { offset: 0, bytes }) : own.finish(name, digest)));
      const existing = await to.find(owner, name);
      const isSame = existing?.digest === digest && (digest !== null || bytes.equals(await to.read(owner, name)));
      if (!isSame) throw new StartError(`The upload ${name} of person ${userId} differs`);
      copied += 1;
    }
  }
  return copied;
}

async function peopleIn(folder: string): Promise<number[]> {
  const names = await namesIn(join(folder, uploadsFolder));
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}
