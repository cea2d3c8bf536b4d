import { deflateSync, inflateSync } from 'node:zlib';
import type { ChosenPicture, WaitingBytes } from '../../../src/db/records.ts';
import { png } from '../../fixtures/hostile/png.ts';

/** Pixels. */
export const side = 8;

/** Each tap's picture has a grey of its own, so that it can be told which bytes arrived. */
export const greyOf = (tap: number): number => (tap * 37) % 250;

/** Of a picture that is too much for a slow network, and of what a device makes of it for one. */
const [largeSide, smallerSide] = [600, 200];

/** Where a PNG says its width, and where its pixels begin if nothing stands before them. */
const [widthAt, pixelsAt] = [16, 41];

/** Pixels. */
export const widthOf = (file: Buffer): number => file.readUInt32BE(widthAt);

function greyPng(grey: number, width: number, height: number, level?: number): ArrayBuffer {
  const line = Buffer.alloc(width + 1, grey);
  line[0] = 0;
  const data = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)), level === undefined ? {} : { level });
  return new Uint8Array(png({ width, height, colour: 0 }, { data })).buffer;
}

/** As wide as `width` says (pixels). */
export const pictureOf = (tap: number, width = side): ArrayBuffer => greyPng(greyOf(tap), width, side);

/** Of as many bytes as it has pixels: nothing is packed. */
const unpacked = (grey: number, width: number): ArrayBuffer => greyPng(grey, width, width, 0);

/** One that goes in pieces. */
export const largePictureOf = (tap: number): ChosenPicture => ({
  bytes: unpacked(greyOf(tap), largeSide),
  type: 'image/png',
  width: largeSide,
  height: largeSide,
});

/** What a device makes of a large picture for a slow network; null for one that gets no smaller. */
export function smallerOf({ bytes }: WaitingBytes): ChosenPicture | null {
  const file = Buffer.from(bytes);
  if (widthOf(file) !== largeSide) return null;
  const pixels = inflateSync(file.subarray(pixelsAt, pixelsAt + file.readUInt32BE(pixelsAt - 8)));
  // The first byte says how the line is filtered.
  const grey = pixels.readUInt8(1);
  return { bytes: unpacked(grey, smallerSide), type: 'image/png', width: smallerSide, height: smallerSide };
}

/** Whether a link leads to a large picture that only a small one has come of. */
export const isOnlySmall = (link: string): boolean => link.includes(`-${smallerSide}x${smallerSide}`);
