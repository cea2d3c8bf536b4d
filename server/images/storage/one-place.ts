import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, StartError } from '../../config.ts';
import { readIfThere } from '../../state-files.ts';
import { notePicturePlace, readPicturePlace } from '../../store/images/picture-place.ts';
import type { StoreWithin } from '../../store/store.ts';

const inDatabase = 'database';

/** The file by which a folder is known again that several servers share; what is in it the database knows too. */
const markName = '.event-companion';

/**
 * All servers on a database keep pictures in one place, where those are that came before, and no other database has any there. Throws a
 * `StartError` where this one would keep them in another place: it was told otherwise, or its folder is not mounted.
 */
export async function claimPicturePlace(store: StoreWithin, { picturesDir }: Pick<Config, 'picturesDir'>): Promise<void> {
  if (!store.isShared) {
    if (picturesDir !== null)
      throw new StartError('PICTURES_DIR is for several servers on one database – without one, pictures lie in DATA_DIR');
    return;
  }
  const mark = randomUUID();
  const [place, own] = await store.write(['lock picture place'], async (trx) => {
    const known = await readPicturePlace(trx);
    if (known !== null) return [known, picturesDir === null ? inDatabase : await markIn(picturesDir)];
    const first = picturesDir === null ? inDatabase : mark;
    if (picturesDir !== null) await leaveMark(picturesDir, mark);
    await notePicturePlace(trx, first);
    return [first, first];
  });
  if (place === own) return;
  if (place === inDatabase) throw new StartError('The pictures of this database lie in it – start without PICTURES_DIR');
  if (picturesDir === null) throw new StartError('The pictures of this database lie in a folder – set PICTURES_DIR to it');
  throw new StartError(`PICTURES_DIR ${picturesDir} is not where the pictures of this database lie – is it mounted?`);
}

/** What a folder is known by; nothing where it has no mark. */
async function markIn(folder: string): Promise<string> {
  const mark = await readIfThere(join(folder, markName)).catch(refuseUnusable(folder));
  return mark?.toString().trim() ?? '';
}

async function leaveMark(folder: string, mark: string): Promise<void> {
  const file = join(folder, markName);
  // A write may be done again.
  if (!['', mark].includes(await markIn(folder)))
    throw new StartError(`PICTURES_DIR ${folder} has the pictures of another database – if there is none any more, remove ${file}`);
  await writeFile(file, `${mark}\n`, { mode: 0o600 }).catch(refuseUnusable(folder));
}

const refuseUnusable = (folder: string) => (error: Error) => {
  throw new StartError(`PICTURES_DIR ${folder} cannot be used – ${error.message}`);
};
