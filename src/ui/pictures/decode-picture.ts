import { pictureTypeOf } from '#contract/pictures.ts';

/** The bytes at the start of a file that contain its size, after the metadata of cameras. */
const beginning = 1024 * 1024;

/** A JPEG decoder can scale to multiples of an eighth. */
const eighths = 8;

export interface DecodedPicture {
  /** Upright. */
  readonly source: ImageBitmap | VideoFrame;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes a picture of which `side` pixels are needed on the longest side; throws if the file is no picture. A phone's picture may need
 * 800 MB, so a large JPEG is decoded smaller if possible. (`resizeWidth` of `createImageBitmap` decodes it whole first.)
 */
export async function decodePicture(file: Blob, side: number): Promise<DecodedPicture> {
  const smaller = 'ImageDecoder' in globalThis ? await decodeSmaller(file, side).catch(() => null) : null;
  if (smaller) return { source: smaller, width: smaller.displayWidth, height: smaller.displayHeight };
  const source = await createImageBitmap(file);
  return { source, width: source.width, height: source.height };
}

/** Needs WebCodecs: https pages, not every browser. Returns null if it has no advantage or its result is wrong. */
async function decodeSmaller(file: Blob, side: number): Promise<VideoFrame | null> {
  const size = jpegSize(new Uint8Array(await file.slice(0, beginning).arrayBuffer()));
  if (!size) return null;
  const longest = Math.max(size.width, size.height);
  const part = Math.ceil((eighths * side) / longest) / eighths;
  if (part > 1 / 2) return null;
  const desired = { desiredWidth: Math.ceil(size.width * part), desiredHeight: Math.ceil(size.height * part) };
  const decoder = new ImageDecoder({ type: 'image/jpeg', data: await file.arrayBuffer(), ...desired });
  try {
    const { image } = await decoder.decode();
    const { displayWidth, displayHeight } = image;
    const got = Math.max(displayWidth, displayHeight);
    // A browser that does not rotate its frames would show portraits sideways.
    if ('rotation' in image && got >= side && got < longest) return image;
    image.close();
    return null;
  } finally {
    decoder.close();
  }
}

/**
 * Returns the pixels of a JPEG as encoded, before rotation (ITU-T T.81, B.2.2); null for other files, and if the beginning does not contain
 * them.
 */
export function jpegSize(bytes: Uint8Array): { width: number; height: number } | null {
  if (pictureTypeOf(bytes) !== 'jpeg') return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    // The codes of Huffman tables, arithmetic coding and an extension are between those of frames.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
  return null;
}
