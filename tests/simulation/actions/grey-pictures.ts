import { deflateSync, inflateSync } from 'node:zlib';
import type { ChosenPicture, WaitingBytes } from '#db/records.ts';
import { png } from '#tests/fixtures/hostile/png.ts';

/** In pixels. */
export const side = 8;

/** Each tap's picture has its own grey, which identifies the arrived bytes. */
export const greyOf = (tap: number): number => (tap * 37) % 250;

/** Widths (pixels) of a picture too large for a slow network, and of its smaller copy. */
const [largeSide, smallerSide] = [600, 200];

/** Offsets in a PNG of the width, and of the pixels if no chunk comes before them. */
const [widthAt, pixelsAt] = [16, 41];

/** In pixels. */
export const widthOf = (file: Buffer): number => file.readUInt32BE(widthAt);

function greyPng(grey: number, width: number, height: number, level?: number): ArrayBuffer {
  const line = Buffer.alloc(width + 1, grey);
  line[0] = 0;
  const data = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)), level === undefined ? {} : { level });
  return new Uint8Array(png({ width, height, colour: 0 }, { data })).buffer;
}

/** `width` in pixels. */
export const pictureOf = (tap: number, width = side): ArrayBuffer => greyPng(greyOf(tap), width, side);

/** Not compressed: one byte per pixel. */
const unpacked = (grey: number, width: number): ArrayBuffer => greyPng(grey, width, width, 0);

/** Returns a picture that is uploaded in pieces. */
export const largePictureOf = (tap: number): ChosenPicture => ({
  bytes: unpacked(greyOf(tap), largeSide),
  type: 'image/png',
  width: largeSide,
  height: largeSide,
});

/** Returns the smaller copy of a large picture for a slow network; null if it cannot be smaller. */
export function smallerOf({ bytes }: WaitingBytes): ChosenPicture | null {
  const file = Buffer.from(bytes);
  if (widthOf(file) !== largeSide) return null;
  const pixels = inflateSync(file.subarray(pixelsAt, pixelsAt + file.readUInt32BE(pixelsAt - 8)));
  // The first byte of a line is its filter.
  const grey = pixels.readUInt8(1);
  return { bytes: unpacked(grey, smallerSide), type: 'image/png', width: smallerSide, height: smallerSide };
}

/** Returns whether a link leads to the small copy of a large picture. */
export const isOnlySmall = (link: string): boolean => link.includes(`-${smallerSide}x${smallerSide}`);
