export type PictureType = 'png' | 'jpeg' | 'webp';

const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegMark = Buffer.from([0xff, 0xd8, 0xff]);

/** What these bytes begin as, whatever they are labelled; null for everything that is not taken. */
export function pictureTypeOf(bytes: Buffer): PictureType | null {
  const startsWith = (mark: Buffer) => bytes.subarray(0, mark.length).equals(mark);
  if (startsWith(pngMark)) return 'png';
  if (startsWith(jpegMark)) return 'jpeg';
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null;
}

const dataUrl = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w.=+-]+)*;base64,/;

/** The bytes of a data URL (RFC 2397) in base64; its label counts for nothing. Null for anything else. */
export function bytesOfDataUrl(text: string): Buffer | null {
  const [head] = dataUrl.exec(text.slice(0, 200)) ?? [];
  if (head === undefined) return null;
  const base64 = text.slice(head.length);
  return /^[\w+/-]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : null;
}
