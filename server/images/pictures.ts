import { randomBytes } from 'node:crypto';
import { isPictureLink, thumbnailOf } from '../../contract/pictures.ts';
import { pictureFolders } from '../../contract/resources.ts';
import { orStorageFull } from './storage-full.ts';
import type { FoundPicture, PictureFiles } from './storage/picture-files.ts';

/** A picture as it is stored. */
export interface StoredPicture {
  /** What it is reached by; random, and what it leads to never changes. */
  readonly link: string;
  readonly thumbnail: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** The pictures that people sent; rows name them by their links. */
export class Pictures {
  readonly files: PictureFiles;

  constructor(files: PictureFiles) {
    this.files = files;
  }

  /**
   * Checks, re-encodes and stores a picture with its thumbnail; both are stored for good when it resolves, so that a row may name them.
   * `name` (16 bytes) is a random one where none is given. Throws a `Refusal`: `picture_too_large`, `not_a_picture`, `storage_full`.
   */
  async store(bytes: Buffer, folder: string, name: Buffer = randomBytes(16)): Promise<StoredPicture> {
    // With the first picture: what it takes in memory is wanted by nothing else.
    const { reEncode } = await import('./re-encode.ts');
    const { width, height, ...encoded } = await reEncode(bytes);
    const link = `/images/${folder}/${name.toString('base64url')}-${width}x${height}.webp`;
    const thumbnail = thumbnailOf(link);
    const files = [
      { path: link, bytes: encoded.bytes },
      { path: thumbnail, bytes: encoded.thumbnail },
    ];
    await orStorageFull(this.files.write(files));
    return { link, thumbnail, width, height };
  }

  /** Removes a picture and its thumbnail; a text that is no link of ours, or one that leads nowhere, is passed over. */
  async remove(link: string): Promise<void> {
    if (isPictureLink(link)) await this.files.remove([link, thumbnailOf(link)]);
  }

  /** The picture as a data URL, or null where there is none. */
  async dataUrl(link: string): Promise<string | null> {
    if (!isPictureLink(ofThumbnail(link))) return null;
    const bytes = await this.files.read(link);
    return bytes && `data:image/webp;base64,${bytes.toString('base64')}`;
  }

  /**
   * Removes what no row names and what has been there for `age` (ms), by the clock of where it lies, or, without one, for however long; `inUse`
   * tells the links of a folder's rows.
   */
  async sweep(inUse: (folder: string) => Promise<ReadonlySet<string>>, age?: number): Promise<void> {
    for (const folder of pictureFolders) {
      const paths = await this.files.list(`/images/${folder}`);
      // Asked for after the files were listed: what has come since is not looked at.
      const used = await inUse(folder);
      await this.files.remove(
        paths.filter((path) => !used.has(ofThumbnail(path))),
        age,
      );
    }
  }

  /** What stands at the head of an event whose organisers gave it no picture: drawn for the demo, or put there by hand. */
  findHeader(eventId: number): Promise<FoundPicture | null> {
    return this.files.find(headerOf(eventId));
  }

  async storeHeader(eventId: number, bytes: Buffer): Promise<void> {
    await this.files.write([{ path: headerOf(eventId), bytes }]);
  }

  /** Removes what lies here of an event by its number. Its pictures by links are removed by them. */
  async forgetEvent(eventId: number): Promise<void> {
    await this.files.remove(await this.files.list(eventFolder(eventId)));
  }
}

/** The link of a picture by that of its thumbnail; its own stays. */
export const ofThumbnail = (link: string): string => link.replace('-small.webp', '.webp');

const eventFolder = (eventId: number): string => `/events/${eventId}`;
const headerOf = (eventId: number): string => `${eventFolder(eventId)}/header.png`;
