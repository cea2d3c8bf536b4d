import { beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#contract/limits.ts';
import { shrinkPicture } from './shrink-picture.ts';

// Missing in jsdom: a decoded picture, and a canvas that returns bytes.
let canWriteWebp: boolean;
/** Returns the size (bytes) for a quality. */
let sizeOf: (quality: number) => number;
let encodings: string[];
let drawn: { size: [number, number]; fillStyle: string; filled: boolean }[];
const close = vi.fn<() => void>();

beforeEach(() => {
  [canWriteWebp, sizeOf, encodings, drawn] = [true, () => 100, [], []];
  close.mockClear();
  vi.stubGlobal('createImageBitmap', async () => ({ width: 3_000, height: 1_500, close }));
  const context = {
    fillStyle: '',
    filled: false,
    fillRect: () => {
      context.filled = true;
    },
    drawImage: (_picture: object, _x: number, _y: number, ...size: [number, number]) => {
      drawn.push({ size, fillStyle: context.fillStyle, filled: context.filled });
    },
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => context) as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type, quality = 1) => {
    encodings.push(`${type} ${quality}`);
    const written = type === 'image/webp' && !canWriteWebp ? 'image/png' : type!;
    const bytes = new ArrayBuffer(0);
    done({ size: sizeOf(quality), type: written, arrayBuffer: async () => bytes } as Blob);
  });
});

const shrink = () => shrinkPicture(new Blob(['file']));
const tooLarge = limits.pictureBytes + 1;

test('encodes a picture anew as WebP with 1,920 pixels on the longest side', async () => {
  expect(await shrink()).toMatchObject({ type: 'image/webp', width: 1_920, height: 960 });
  expect(encodings).toEqual(['image/webp 0.85']);
  expect(drawn).toMatchObject([{ size: [1_920, 960] }]);
  expect(close).toHaveBeenCalledOnce();
});

test('encodes as JPEG, on white, if the browser cannot write WebP', async () => {
  canWriteWebp = false;
  expect(await shrink()).toMatchObject({ type: 'image/jpeg', width: 1_920, height: 960 });
  expect(encodings).toEqual(['image/webp 0.85', 'image/jpeg 0.85']);
  expect(drawn).toMatchObject([{ fillStyle: '#fff', filled: true }]);
});

test.each([
  ['WebP', true, 'image/webp'],
  ['JPEG', false, 'image/jpeg'],
])('lowers the quality if the picture would be too large: %s', async (_name, can, type) => {
  canWriteWebp = can;
  sizeOf = (quality) => (quality > 0.6 ? tooLarge : limits.pictureBytes);
  expect(await shrink()).toMatchObject({ type });
  expect(encodings.filter((each) => each.startsWith(type))).toEqual([`${type} 0.85`, `${type} 0.6`]);
});

test('throws and releases the picture if it stays too large or cannot be written', async () => {
  sizeOf = () => tooLarge;
  await expect(shrink()).rejects.toThrow(RangeError);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null));
  await expect(shrink()).rejects.toThrow(TypeError);
  expect(close).toHaveBeenCalledTimes(2);
});
