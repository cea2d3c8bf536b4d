import type { Config } from '#server/config.ts';
import { notePictureBound, readPictureBound } from '#server/store/images/picture-bound.ts';
import { pictureBytes } from '#server/store/images/picture-files.ts';
import type { StoreWithin } from '#server/store/store.ts';

/** The default bound of pictures in a database, in bytes. */
const usual = 20_000 * 1024 * 1024;

type Setting = Pick<Config, 'databasePictureBytes'>;

/** Stores the bound once. A database that already had more pictures, or was moved here with them, may keep growing. */
export async function claimPictureBound(
  store: StoreWithin,
  { databasePictureBytes, picturesDir }: Setting & Pick<Config, 'picturesDir'>,
  readHeld = pictureBytes,
): Promise<void> {
  if (!store.isShared || picturesDir !== null || databasePictureBytes !== null) return;
  await store.write(['lock picture bound'], async (trx) => {
    if ((await readPictureBound(trx)) === null) await notePictureBound(trx, Math.max(usual, 2 * (await readHeld(trx))));
  });
}

export async function pictureBound({ reading }: Pick<StoreWithin, 'reading'>, { databasePictureBytes }: Setting): Promise<number> {
  return databasePictureBytes ?? (await readPictureBound(reading)) ?? usual;
}
