import type { Config } from '../../config.ts';
import type { StoreWithin } from '../../store/store.ts';
import { DatabaseFiles } from './database-files.ts';
import { DatabasePieces } from './database-pieces.ts';
import { FolderFiles } from './folder-files.ts';
import { FolderPieces } from './folder-pieces.ts';
import type { PictureFiles } from './picture-files.ts';
import type { UploadPieces } from './upload-pieces.ts';

export interface ImageStorage {
  readonly files: PictureFiles;
  readonly pieces: UploadPieces;
}

/** Where pictures lie, and those that are on their way: in the data directory; where several servers share a database, in that, or in a folder that they share too. */
export function openImageStorage(store: StoreWithin, { dataDir, picturesDir }: Pick<Config, 'dataDir' | 'picturesDir'>): ImageStorage {
  if (store.isShared && picturesDir === null) return { files: new DatabaseFiles(store), pieces: new DatabasePieces(store) };
  const folder = picturesDir ?? dataDir;
  return { files: new FolderFiles(folder), pieces: new FolderPieces(folder, store) };
}
