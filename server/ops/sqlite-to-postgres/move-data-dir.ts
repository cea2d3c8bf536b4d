import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, StartError } from '#server/config.ts';
import { openImageStorage } from '#server/images/storage/open-image-storage.ts';
import { claimPicturePlace } from '#server/images/storage/picture-place.ts';
import { copyPictures, type PictureFiles, pictureRoots } from '#server/images/storage/picture-files.ts';
import { databaseName, namesIn, readIfExists, uploadsFolder } from '#server/lib/files/state-files.ts';
import { refuseDamagedFile } from '#server/store/files/backup-file.ts';
import { migrateCopy } from '#server/store/files/stage-backup.ts';
import { copyDatabase } from '#server/store/files/write-backup.ts';
import { refuseUsed, takeOver, Unsure } from '#server/store/sqlite-to-postgres/take-over.ts';
import { readAccount } from '#server/store/accounts/accounts.ts';
import { readEpoch, readOrCreate, type StoreWithin } from '#server/store/store.ts';
import { nameOf, openConfiguredStore } from '../configured-store.ts';
import { lockDataDir } from '../data-dir-lock.ts';
import { markMoved, movedTo, unmarkMoved } from './mark.ts';
import type { UploadPieces } from '#server/images/storage/upload-pieces.ts';

type MoveSettings = Pick<Config, 'database' | 'keys' | 'picturesDir'>;

export interface Moved {
  /** The location of the database, without credentials. */
  readonly place: string;
  readonly tables: number;
  readonly rows: number;
  readonly pictures: number;
  /** Partial and recently finished uploads. */
  readonly uploads: number;
}

/**
 * Moves the data directory `from`, on which no server runs, into the configured PostgreSQL without accounts: everything or nothing. The
 * source is only read and marked. Throws a `StartError`.
 */
export async function moveDataDir(from: string, settings: MoveSettings): Promise<Moved> {
  const { database } = settings;
  if (!database) throw new StartError('Set DATABASE_URL to the PostgreSQL that is to take it over');
  const live = join(from, databaseName);
  if (!existsSync(live)) throw new StartError(`There is no database ${live}`);
  const place = nameOf(database.url);
  const before = movedTo(from);
  if (before !== null && before !== place) throw new StartError(`${from} was taken over into ${before} already`);
  const lock = lockDataDir(from);
  if (!lock) throw new StartError(`A server works on ${from} – stop it`);
  const folder = mkdtempSync(join(tmpdir(), 'event-companion-move-'));
  const tidy = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', tidy);
  try {
    const copy = join(folder, databaseName);
    copyDatabase(live, copy);
    await migrateCopy(copy, live);
    refuseDamagedFile(copy, live);
    await refuseUsed(database.url, copy);
    // Creates the tables.
    await (await openConfiguredStore({ dataDir: folder, database })).close();
    return { place, ...(await moveAll({ from, copy, place, settings, url: database.url })) };
  } finally {
    tidy();
    process.off('exit', tidy);
    lock.release();
  }
}

interface Move {
  readonly from: string;
  readonly copy: string;
  readonly place: string;
  readonly settings: MoveSettings;
  readonly url: string;
}

async function moveAll({ from, copy, place, settings, url }: Move): Promise<Omit<Moved, 'place'>> {
  try {
    const { rest, ...counts } = await takeOver(url, copy, async (store) => {
      await moveKeys(from, settings, store);
      const images = await moveImages(from, settings, store);
      // Last, because until then the source must stay usable.
      await markMoved(from, place);
      return images;
    });
    return { ...counts, ...rest };
  } catch (error) {
    if (!(error instanceof Unsure)) await unmarkMoved(from);
    throw error;
  }
}

/** Stores the keys. Keys given by the environment are not stored, and must be the same. */
async function moveKeys(from: string, { keys }: MoveSettings, store: StoreWithin): Promise<void> {
  const variables = { secret: 'SERVER_SECRET', vapid: 'VAPID_KEYS' } as const;
  for (const [name, variable] of Object.entries(variables) as [keyof typeof variables, string][]) {
    const key = (await readIfExists(join(from, name)))?.toString().trim();
    if (key === undefined) continue;
    const given = keys[name];
    if (given === null) await readOrCreate(store, name, () => key);
    else if (!isSameKey(given, key)) throw new StartError(`${variable} differs from ${join(from, name)} – unset it`);
  }
}

/** Compares base64 of either alphabet, padded or not. */
const isSameKey = (one: string, other: string): boolean => Buffer.from(one, 'base64').equals(Buffer.from(other, 'base64'));

async function moveImages(from: string, { picturesDir }: MoveSettings, store: StoreWithin): Promise<{ pictures: number; uploads: number }> {
  const target = { dataDir: from, picturesDir };
  // Marked with the epoch, so that a repeated move recognises the folder that an interrupted one has begun to fill.
  await claimPicturePlace(store, target, await readEpoch(store.reading));
  const to = openImageStorage(store, target);
  const source = openImageStorage({ ...store, isShared: false }, { dataDir: from, picturesDir: null });
  // Pictures may stay in the folder if all servers share it.
  if (picturesDir !== null && realpathSync(picturesDir) === realpathSync(from)) return { pictures: 0, uploads: 0 };
  return {
    pictures: await copyAndComparePictures(source.files, to.files),
    uploads: await copyUploads(from, source.pieces, to.pieces, async (userId) => (await readAccount(store.reading, userId)) !== null),
  };
}

async function copyAndComparePictures(from: PictureFiles, to: PictureFiles): Promise<number> {
  const copied = await copyPictures(from, to);
  for (const folder of pictureRoots) {
    for (const path of await from.list(folder)) {
      const [bytes, copied] = await Promise.all([from.read(path), to.read(path)]);
      if (!bytes || !copied?.equals(bytes)) throw new StartError(`The picture ${path} differs`);
    }
  }
  return copied;
}

/**
 * Copies and compares all partial and finished uploads from the data directory `folder`, except those of deleted accounts. Returns their
 * number; throws a `StartError` for a difference.
 */
async function copyUploads(
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
