import type { Config } from '#server/config.ts';
import { pictureBytes } from '#server/store/images/picture-files.ts';
import { readMeta, readOrCreate, type StoreWithin } from '#server/store/store.ts';

/** The default bound of pictures in a database, in bytes. */
const usual = 20_000 * 1024 * 1024;

/** Only the first start on a shared database without PICTURES_DIR creates it. */
const storedBound = 'picture_bound';

type Setting = Pick<Config, 'databasePictureBytes'>;

/** Stores the bound once. A database that already had more pictures, or was moved here with them, may keep growing. */
export async function claimPictureBound(
  store: StoreWithin,
  { databasePictureBytes, picturesDir }: Setting & Pick<Config, 'picturesDir'>,
  readHeld = pictureBytes,
): Promise<void> {
  if (!store.isShared || picturesDir !== null || databasePictureBytes !== null) return;
  await readOrCreate(store, storedBound, async () => String(Math.max(usual, 2 * (await readHeld(store.reading)))));
}

export async function pictureBound({ reading }: Pick<StoreWithin, 'reading'>, { databasePictureBytes }: Setting): Promise<number> {
  return databasePictureBytes ?? Number((await readMeta(reading, storedBound)) ?? usual);
}
