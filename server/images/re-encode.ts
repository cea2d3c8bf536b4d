import sharp, { type Sharp } from 'sharp';
import { Refusal } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { Semaphore, heavyAtOnce } from '../lib/semaphore.ts';
import { pictureTypeOf } from '../../contract/pictures.ts';

// One thread and nothing kept for each job: what bounds memory and leaves processors to others is the gate.
sharp.cache(false);
sharp.concurrency(1);

/** A large picture (pixels) goes alone: decoded whole, 24 megapixels of 16 bits take about 250 MB. */
const gate = new Semaphore(heavyAtOnce);
const largePicture = 8_000_000;

/** A twentieth larger than with sharp's own setting of 4, in half the time (seen on photos and drawings): a rush of pictures is through sooner. */
const effort = 2;

/** Seconds of work after which a picture that was made to take long is given up. */
const patience = 30;

export interface EncodedPicture {
  /** WebP, as the thumbnail. */
  readonly bytes: Buffer;
  readonly thumbnail: Buffer;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Makes of a PNG, JPEG or WebP that somebody sent a WebP of our own: upright, its first frame only, of 1,920 pixels at most, without metadata,
 * and a thumbnail. Throws a `Refusal`: `picture_too_large` before anything is decoded, `not_a_picture` for all that cannot be read.
 */
export async function reEncode(bytes: Buffer): Promise<EncodedPicture> {
  if (bytes.length > limits.pictureBytes) throw new Refusal('picture_too_large');
  const pixels = await pixelsOf(bytes);
  if (pixels > limits.picturePixels) throw new Refusal('picture_too_large');
  return gate.run(pixels > largePicture ? 2 : 1, () => encode(bytes));
}

/** From the header alone. */
async function pixelsOf(bytes: Buffer): Promise<number> {
  const type = pictureTypeOf(bytes);
  if (type === null) throw new Refusal('not_a_picture');
  const { format, width, height } = await readable(sharp(bytes, { limitInputPixels: false }).metadata());
  if (format !== type) throw new Refusal('not_a_picture');
  return width * height;
}

async function encode(bytes: Buffer): Promise<EncodedPicture> {
  const source = sharp(bytes, { limitInputPixels: limits.picturePixels, failOn: 'error', sequentialRead: true });
  const { data, info } = await readable(
    within(source.autoOrient(), limits.pictureSide)
      .webp({ quality: 82, effort })
      .timeout({ seconds: patience })
      .toBuffer({ resolveWithObject: true }),
  );
  const thumbnail = await within(sharp(data), limits.thumbnailSide).webp({ quality: 72, effort }).toBuffer();
  return { bytes: data, thumbnail, width: info.width, height: info.height };
}

const within = (image: Sharp, side: number) => image.resize(side, side, { fit: 'inside', withoutEnlargement: true });

async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw new Refusal('not_a_picture');
  }
}
