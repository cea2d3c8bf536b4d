import { limits } from '#contract/limits.ts';
import { decodePicture } from './decode-picture.ts';

/** A picture as stored and sent: 1,920 pixels at most, or fewer if enough, and without the metadata of cameras. */
export interface ShrunkPicture {
  readonly bytes: ArrayBuffer;
  /** MIME type. */
  readonly type: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Tried in order until the picture is small enough. */
const usual = [0.85, 0.6];

/**
 * Encodes a picture anew, upright and no larger than needed (`side` is the longest, in pixels): WebP if the browser can write it, else
 * JPEG. Throws if this browser cannot read the file, or the picture stays too large.
 */
export async function shrinkPicture(
  file: Blob,
  side: number = limits.pictureSide,
  qualities: readonly number[] = usual,
): Promise<ShrunkPicture> {
  const picture = await decodePicture(file, side);
  try {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (!context) throw new TypeError('no canvas');
    // A JPEG has no transparency; it would turn black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture.source, 0, 0, width, height);
    const blob = await smallEnough(canvas, qualities);
    return { bytes: await blob.arrayBuffer(), type: blob.type, width, height };
  } finally {
    picture.source.close();
  }
}

async function smallEnough(canvas: HTMLCanvasElement, qualities: readonly number[]): Promise<Blob> {
  for (const quality of qualities) {
    const webp = await encode(canvas, 'image/webp', quality);
    // A browser that cannot write WebP returns a PNG.
    const blob = webp.type === 'image/webp' ? webp : await encode(canvas, 'image/jpeg', quality);
    if (blob.size <= limits.pictureBytes) return blob;
  }
  throw new RangeError('the picture does not get small enough');
}

function encode(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new TypeError('the picture cannot be encoded'))), type, quality);
  });
}
