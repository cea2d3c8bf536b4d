import type { Config } from '../../config.ts';
import { notePictureBound, readPictureBound } from '../../store/images/picture-bound.ts';
import { pictureBytes } from '../../store/images/picture-files.ts';
import type { StoreWithin } from '../../store/store.ts';

/** Bytes of pictures that a database may have if its operator says nothing. */
const usual = 20_000 * 1024 * 1024;

type Setting = Pick<Config, 'databasePictureBytes'>;

/** Notes the bound once. A database that had more pictures before there was a bound, or before it was moved here, goes on taking them. */
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

/** How many bytes of pictures this database may have. */
export async function pictureBound({ reading }: Pick<StoreWithin, 'reading'>, { databasePictureBytes }: Setting): Promise<number> {
  return databasePictureBytes ?? (await readPictureBound(reading)) ?? usual;
}
