import sharp, { type Sharp } from 'sharp';
import { Refusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { Semaphore, heavyAtOnce } from '../lib/concurrency/semaphore.ts';
import { pictureTypeOf } from '#contract/pictures.ts';

// One thread and no cache: the semaphore bounds memory and leaves cores to others.
sharp.cache(false);
sharp.concurrency(1);

/** Pixels above which a picture is processed alone: 24 megapixels of 16 bits take about 250 MB when decoded. */
const gate = new Semaphore(heavyAtOnce);
const largePicture = 8_000_000;

/** 5 % larger files than with sharp's default of 4, in half the time (measured on photos and drawings). */
const effort = 2;

/** Seconds after which an expensive picture is given up. */
const patience = 30;

export interface EncodedPicture {
  /** WebP, like the thumbnail. */
  readonly bytes: Buffer;
  readonly thumbnail: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Converts a PNG, JPEG or WebP to WebP with a thumbnail: upright, first frame only, at most 1,920 pixels, without metadata. Throws a
 * `Refusal`: `picture_too_large` before decoding, `not_a_picture` for unreadable bytes.
 */
export async function reEncode(bytes: Buffer): Promise<EncodedPicture> {
  if (bytes.length > limits.pictureBytes) throw new Refusal('picture_too_large');
  const pixels = await pixelsOf(bytes);
  if (pixels > limits.picturePixels) throw new Refusal('picture_too_large');
  return gate.run(pixels > largePicture ? 2 : 1, () => encode(bytes));
}

/** Reads the header only. */
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
