import type { Config } from '../../config.ts';
import type { Clock } from '../../lib/clock.ts';
import { pictureBytes } from '../../store/images/picture-files.ts';
import type { StoreWithin } from '../../store/store.ts';
import { DatabaseFiles } from './database-files.ts';
import { DatabasePieces } from './database-pieces.ts';
import { FolderFiles } from './folder-files.ts';
import { FolderPieces } from './folder-pieces.ts';
import { pictureBound } from './picture-bound.ts';
import type { PictureFiles } from './picture-files.ts';
import { type LookForRoom, roomInDatabase, roomOnDisk } from './picture-room.ts';
import type { UploadPieces } from './upload-pieces.ts';

export interface ImageStorage {
  readonly files: PictureFiles;
  readonly pieces: UploadPieces;
}

type Place = Pick<Config, 'dataDir' | 'picturesDir'>;

/** The folder of the pictures; null if they are in the database. */
export const picturesFolder = (store: Pick<StoreWithin, 'isShared'>, { dataDir, picturesDir }: Place): string | null =>
  picturesDir ?? (store.isShared ? null : dataDir);

/** Where pictures lie, and those that are on their way: in the data directory; where several servers share a database, in that, or in a folder that they share too. */
export function openImageStorage(store: StoreWithin, place: Place): ImageStorage {
  const folder = picturesFolder(store, place);
  if (folder === null) return { files: new DatabaseFiles(store), pieces: new DatabasePieces(store) };
  return { files: new FolderFiles(folder), pieces: new FolderPieces(folder, store) };
}

/** Looks at the disk of the pictures, or at how many there are in the database. */
export function roomForPictures(
  store: StoreWithin,
  config: Place & Pick<Config, 'diskReserveBytes' | 'databasePictureBytes'>,
  clock: Clock,
): LookForRoom {
  const folder = picturesFolder(store, config);
  if (folder !== null) return roomOnDisk(folder, config.diskReserveBytes);
  return roomInDatabase(
    () => pictureBound(store, config),
    () => pictureBytes(store.reading),
    clock,
  );
}
