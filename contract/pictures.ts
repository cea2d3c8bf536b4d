const size = String.raw`(\d{1,5})x(\d{1,5})`;
/** The link of a stored picture, `/images/{folder}/{random}-{width}x{height}.webp`. Its content never changes. */
export const storedPicture = new RegExp(String.raw`^/images/([a-z]+)/[\w-]{22}-${size}\.webp$`);
const onDevice = new RegExp(String.raw`^device:([\da-f-]{36})-${size}$`);

/** Returns the name of a picture on the device; `id` is the UUID of its bytes, width and height are in pixels. */
export const waitingPicture = (id: string, width: number, height: number): string => `device:${id}-${width}x${height}`;

/** Returns the id of the bytes of a picture on the device, or null. */
export const waitingBytesOf = (text: unknown): string | null => (typeof text === 'string' ? (onDevice.exec(text)?.[1] ?? null) : null);

/** Returns whether the text is the link of a stored picture or the name of one on the device. */
export const isPicture = (text: string): boolean => storedPicture.test(text) || onDevice.test(text);

export const isPictureLink = (text: string): boolean => storedPicture.test(text);

/** Returns the link of the thumbnail: longest side 640 pixels at most. */
export const thumbnailOf = (link: string): string => link.replace(/\.webp$/, '-small.webp');

/** Returns the link of the full-size picture, also for the path of its thumbnail. */
export const wholeOf = (path: string): string => path.replace(/-small\.webp$/, '.webp');

/** Returns width and height in pixels from the name, or null. */
export function pictureSize(name: string): { width: number; height: number } | null {
  const [width, height] = (storedPicture.exec(name) ?? onDevice.exec(name))?.slice(2).map(Number) ?? [];
  return width && height ? { width, height } : null;
}

export type PictureType = 'png' | 'jpeg' | 'webp';

const pngMark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpegMark = [0xff, 0xd8, 0xff];
/** `RIFF`, then the length, then `WEBP`. */
const riffMark = [0x52, 0x49, 0x46, 0x46];
const webpMark = [0x57, 0x45, 0x42, 0x50];

/** Returns the type by the first dozen bytes, whatever the label; null for types that are not accepted. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  const has = (mark: readonly number[], from = 0): boolean => mark.every((byte, index) => bytes[from + index] === byte);
  if (has(pngMark)) return 'png';
  if (has(jpegMark)) return 'jpeg';
  return has(riffMark) && has(webpMark, 8) ? 'webp' : null;
}

interface Pictured {
  readonly id: number;
  readonly visible: boolean;
  readonly pictureKey: string;
  readonly headerImage?: string | null | undefined;
}

/** Returns the link of the header picture: its own, else the default, which for a hidden event requires its key. */
export function headerPictureOf({ id, visible, pictureKey, headerImage }: Pictured): string {
  if (headerImage && isPictureLink(headerImage)) return headerImage;
  return `/images/events/${id}/event-header.png${visible ? '' : `?key=${pictureKey}`}`;
}
