import type { Config } from '#server/config.ts';
import type { Clock } from '#server/lib/clock.ts';
import { pictureBytes } from '#server/store/images/picture-files.ts';
import type { StoreWithin } from '#server/store/store.ts';
import { DatabaseFiles } from './database-files.ts';
import { DatabasePieces } from './database-pieces.ts';
import { FolderFiles } from './folder-files.ts';
import { FolderPieces } from './folder-pieces.ts';
import { pictureBound } from './picture-bound.ts';
import type { PictureFiles } from './picture-files.ts';
import { type ReadRoom, roomInDatabase, roomOnDisk } from './picture-room.ts';
import type { UploadPieces } from './upload-pieces.ts';

export interface ImageStorage {
  readonly files: PictureFiles;
  readonly pieces: UploadPieces;
}

type Place = Pick<Config, 'dataDir' | 'picturesDir'>;

/** Returns the folder of the pictures; null if they are in the database. */
export const picturesFolder = (store: Pick<StoreWithin, 'isShared'>, { dataDir, picturesDir }: Place): string | null =>
  picturesDir ?? (store.isShared ? null : dataDir);

/** Opens the storage of pictures and partial uploads: the data directory, or, for several servers, the database or a shared folder. */
export function openImageStorage(store: StoreWithin, place: Place): ImageStorage {
  const folder = picturesFolder(store, place);
  if (folder === null) return { files: new DatabaseFiles(store), pieces: new DatabasePieces(store) };
  return { files: new FolderFiles(folder), pieces: new FolderPieces(folder, store) };
}

/** Returns a function that reads the free room of the disk, or of the database's bound. */
export function roomForPictures(
  store: StoreWithin,
  config: Place & Pick<Config, 'diskReserveBytes' | 'databasePictureBytes'>,
  clock: Clock,
): ReadRoom {
  const folder = picturesFolder(store, config);
  if (folder !== null) return roomOnDisk(folder, config.diskReserveBytes);
  return roomInDatabase(
    () => pictureBound(store, config),
    () => pictureBytes(store.reading),
    clock,
  );
}
