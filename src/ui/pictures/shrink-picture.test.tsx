import { beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { shrinkPicture } from './shrink-picture.ts';

// What jsdom lacks: a picture that can be read, and a canvas that is asked for its bytes.
let canWriteWebp: boolean;
/** How large it gets of each quality (bytes). */
let sizeOf: (quality: number) => number;
let asked: string[];
let drawn: { size: [number, number]; fillStyle: string; filled: boolean }[];
const close = vi.fn<() => void>();

beforeEach(() => {
  [canWriteWebp, sizeOf, asked, drawn] = [true, () => 100, [], []];
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
    asked.push(`${type} ${quality}`);
    const written = type === 'image/webp' && !canWriteWebp ? 'image/png' : type!;
    const bytes = new ArrayBuffer(0);
    done({ size: sizeOf(quality), type: written, arrayBuffer: async () => bytes } as Blob);
  });
});

const shrink = () => shrinkPicture(new Blob(['file']));
const tooLarge = limits.pictureBytes + 1;

test('a picture is drawn anew as WebP, its longest side of 1,920 pixels', async () => {
  expect(await shrink()).toMatchObject({ type: 'image/webp', width: 1_920, height: 960 });
  expect(asked).toEqual(['image/webp 0.85']);
  expect(drawn).toMatchObject([{ size: [1_920, 960] }]);
  expect(close).toHaveBeenCalledOnce();
});

test('as JPEG, on white, where the browser cannot write WebP', async () => {
  canWriteWebp = false;
  expect(await shrink()).toMatchObject({ type: 'image/jpeg', width: 1_920, height: 960 });
  expect(asked).toEqual(['image/webp 0.85', 'image/jpeg 0.85']);
  expect(drawn).toMatchObject([{ fillStyle: '#fff', filled: true }]);
});

test.each([
  ['WebP', true, 'image/webp'],
  ['JPEG', false, 'image/jpeg'],
])('of a lower quality where that is what gets it small enough: %s', async (_name, can, type) => {
  canWriteWebp = can;
  sizeOf = (quality) => (quality > 0.6 ? tooLarge : limits.pictureBytes);
  expect(await shrink()).toMatchObject({ type });
  expect(asked.filter((each) => each.startsWith(type))).toEqual([`${type} 0.85`, `${type} 0.6`]);
});

test('what does not get small enough, or cannot be written, is told, and not held on to', async () => {
  sizeOf = () => tooLarge;
  await expect(shrink()).rejects.toThrow(RangeError);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null));
  await expect(shrink()).rejects.toThrow(TypeError);
  expect(close).toHaveBeenCalledTimes(2);
});
