import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Config, StartError } from '#server/config.ts';
import { replaceFile } from '#server/lib/files/durable-files.ts';
import { readIfExists } from '#server/lib/files/state-files.ts';
import { insertPicturePlace, readDatabaseName, readPicturePlace } from '#server/store/images/picture-place.ts';
import type { StoreWithin } from '#server/store/store.ts';

const inDatabase = 'database';

/** The file that identifies a shared folder; the database stores its content, too. */
const markName = '.event-companion';

/** The file that identifies the database of a folder; a copied database has the same mark. */
const databaseFileName = '.event-companion.database';

/**
 * Ensures that all servers on a database store pictures in one place that no other database uses, not even a copy. `mark` identifies a
 * claimed folder after an interrupted start. Throws a `StartError` if the place differs or is not mounted.
 */
export async function claimPicturePlace(
  store: StoreWithin,
  { picturesDir }: Pick<Config, 'picturesDir'>,
  mark: string = randomUUID(),
): Promise<void> {
  if (!store.isShared) {
    if (picturesDir !== null)
      throw new StartError('PICTURES_DIR is for several servers on one database – without one, pictures lie in DATA_DIR');
    return;
  }
  const [place, own] = await store.write(['lock picture place'], async (trx) => {
    const known = await readPicturePlace(trx);
    if (known !== null) return [known, picturesDir === null ? inDatabase : await wordIn(picturesDir, markName)];
    const first = picturesDir === null ? inDatabase : mark;
    if (picturesDir !== null) await leaveMark(picturesDir, mark, await readDatabaseName(trx));
    await insertPicturePlace(trx, first);
    return [first, first];
  });
  if (place === own) return picturesDir === null ? undefined : refuseCopy(picturesDir, await readDatabaseName(store.reading));
  if (place === inDatabase) throw new StartError('The pictures of this database lie in it – start without PICTURES_DIR');
  if (picturesDir === null) throw new StartError('The pictures of this database lie in a folder – set PICTURES_DIR to it');
  throw new StartError(`PICTURES_DIR ${picturesDir} is not where the pictures of this database lie – is it mounted?`);
}

async function wordIn(folder: string, name: string): Promise<string> {
  const word = await readIfExists(join(folder, name)).catch(refuseUnusable(folder));
  return word?.toString().trim() ?? '';
}

async function leaveWord(folder: string, name: string, word: string): Promise<void> {
  await replaceFile(join(folder, name), Buffer.from(`${word}\n`)).catch(refuseUnusable(folder));
}

async function leaveMark(folder: string, mark: string, database: string): Promise<void> {
  const file = join(folder, markName);
  const known = await wordIn(folder, markName);
  // An interrupted start may repeat this.
  if (known === mark) await refuseCopy(folder, database);
  else if (known !== '')
    throw new StartError(`PICTURES_DIR ${folder} has the pictures of another database – if there is none any more, remove ${file}`);
  await leaveWord(folder, databaseFileName, database);
  await leaveWord(folder, markName, mark);
}

/** Pictures stored by the original since the copy are in no row of the copy and would be swept. */
async function refuseCopy(folder: string, database: string): Promise<void> {
  const known = await wordIn(folder, databaseFileName);
  if (!database.startsWith(known) && !known.startsWith(database)) {
    const file = join(folder, databaseFileName);
    throw new StartError(
      `PICTURES_DIR ${folder} has the pictures of the database that this one is a copy of – if that is gone, or the folder a copy too, remove ${file}`,
    );
  }
  if (known.length < database.length) await leaveWord(folder, databaseFileName, database);
}

const refuseUnusable = (folder: string) => (error: Error) => {
  throw new StartError(`PICTURES_DIR ${folder} cannot be used – ${error.message}`);
};
