import { randomBytes } from 'node:crypto';
import { isPictureLink, thumbnailOf } from '#contract/pictures.ts';
import { pictureFolders } from '#contract/resources.ts';
import { refuseIfFull } from './storage-full.ts';
import type { FoundPicture, PictureFiles } from './storage/picture-files.ts';

export interface StoredPicture {
  /** Random; its content never changes. */
  readonly link: string;
  readonly thumbnail: string;
  readonly width: number;
  readonly height: number;
}

/** Stores the pictures that people send; rows refer to them by their links. */
export class Pictures {
  readonly files: PictureFiles;

  constructor(files: PictureFiles) {
    this.files = files;
  }

  /**
   * Checks, re-encodes and stores a picture with its thumbnail; both are on disk when it resolves, so that a row may refer to them. `name`
   * (16 bytes) is random by default. Throws a `Refusal`: `picture_too_large`, `not_a_picture`, `storage_full`.
   */
  async store(bytes: Buffer, folder: string, name: Buffer = randomBytes(16)): Promise<StoredPicture> {
    // Loaded with the first picture, because it takes much memory.
    const { reEncode } = await import('./re-encode.ts');
    const { width, height, ...encoded } = await reEncode(bytes);
    const link = `/images/${folder}/${name.toString('base64url')}-${width}x${height}.webp`;
    const thumbnail = thumbnailOf(link);
    const files = [
      { path: link, bytes: encoded.bytes },
      { path: thumbnail, bytes: encoded.thumbnail },
    ];
    await refuseIfFull(this.files.write(files));
    return { link, thumbnail, width, height };
  }

  /** Removes a picture and its thumbnail; ignores other texts and missing files. */
  async remove(link: string): Promise<void> {
    if (isPictureLink(link)) await this.files.remove([link, thumbnailOf(link)]);
  }

  async dataUrl(link: string): Promise<string | null> {
    if (!isPictureLink(ofThumbnail(link))) return null;
    const bytes = await this.files.read(link);
    return bytes && `data:image/webp;base64,${bytes.toString('base64')}`;
  }

  /**
   * Removes pictures without a row that are at least `age` (ms) old by the clock of the storage; without `age`, of any age. `inUse` returns
   * the links in a folder's rows.
   */
  async sweep(inUse: (folder: string) => Promise<ReadonlySet<string>>, age?: number): Promise<void> {
    for (const folder of pictureFolders) {
      const paths = await this.files.list(`/images/${folder}`);
      // Read after the files were listed, so that newer pictures are not considered.
      const used = await inUse(folder);
      await this.files.remove(
        paths.filter((path) => !used.has(ofThumbnail(path))),
        age,
      );
    }
  }

  /** Returns the header picture of an event without its own: stored by the operator. */
  findHeader(eventId: number): Promise<FoundPicture | null> {
    return this.files.find(headerOf(eventId));
  }

  /** Removes the files stored under the event's id. Pictures with links are removed by link. */
  async forgetEvent(eventId: number): Promise<void> {
    await this.files.remove(await this.files.list(eventFolder(eventId)));
  }
}

export const ofThumbnail = (link: string): string => link.replace('-small.webp', '.webp');

const eventFolder = (eventId: number): string => `/events/${eventId}`;
const headerOf = (eventId: number): string => `${eventFolder(eventId)}/header.png`;
