const size = String.raw`(\d{1,5})x(\d{1,5})`;
/** The link of a stored picture, `/images/{folder}/{random}-{width}x{height}.webp`: what it leads to never changes. */
export const storedPicture = new RegExp(String.raw`^/images/([a-z]+)/[\w-]{22}-${size}\.webp$`);
const onDevice = new RegExp(String.raw`^device:([\da-f-]{36})-${size}$`);

/** Names a picture on the device; `id` is that of its bytes (UUID), width and height are in pixels. */
export const waitingPicture = (id: string, width: number, height: number): string => `device:${id}-${width}x${height}`;

/** The id of the bytes that a picture on the device waits with; null for anything else. */
export const waitingBytesOf = (text: unknown): string | null => (typeof text === 'string' ? (onDevice.exec(text)?.[1] ?? null) : null);

/** Whether it names a picture: a stored one by its link, or one on the device. */
export const isPicture = (text: string): boolean => storedPicture.test(text) || onDevice.test(text);

export const isPictureLink = (text: string): boolean => storedPicture.test(text);

/** The small version of a stored picture: longest side 640 pixels at most. */
export const thumbnailOf = (link: string): string => link.replace(/\.webp$/, '-small.webp');

/** The link of the stored picture that a path leads to, in whole or small. */
export const wholeOf = (path: string): string => path.replace(/-small\.webp$/, '.webp');

/** Width and height in pixels, as the name says; null where it says none. */
export function pictureSize(name: string): { width: number; height: number } | null {
  const [width, height] = (storedPicture.exec(name) ?? onDevice.exec(name))?.slice(2).map(Number) ?? [];
  return width && height ? { width, height } : null;
}

export type PictureType = 'png' | 'jpeg' | 'webp';

const pngMark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpegMark = [0xff, 0xd8, 0xff];
/** `RIFF`, and behind its length `WEBP`. */
const riffMark = [0x52, 0x49, 0x46, 0x46];
const webpMark = [0x57, 0x45, 0x42, 0x50];

/** What these bytes begin as (a dozen will do), whatever they are labelled; null for everything that is not taken. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  const has = (mark: readonly number[], from = 0): boolean => mark.every((byte, index) => bytes[from + index] === byte);
  if (has(pngMark)) return 'png';
  if (has(jpegMark)) return 'jpeg';
  return has(riffMark) && has(webpMark, 8) ? 'webp' : null;
}

/** What of an event says where its header picture is. */
interface Pictured {
  readonly id: number;
  readonly visible: boolean;
  readonly pictureKey: string;
  readonly headerImage?: string | null | undefined;
}

/** The link of an event's header picture: of its own, else of whatever stands for it, which of a hidden event opens with its key only. */
export function headerPictureOf({ id, visible, pictureKey, headerImage }: Pictured): string {
  if (headerImage && isPictureLink(headerImage)) return headerImage;
  return `/images/events/${id}/event-header.png${visible ? '' : `?key=${pictureKey}`}`;
}
