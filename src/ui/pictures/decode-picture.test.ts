import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { located, turned } from '#tests/fixtures/hostile/jpeg.ts';
import { decodePicture, jpegSize } from './decode-picture.ts';

describe('the size of a JPEG', () => {
  test.each([1, 6])('is read from its header without the orientation %i', async (orientation) => {
    expect(jpegSize(await turned(orientation))).toEqual({ width: 60, height: 40 });
  });

  test('is read after the metadata of a camera', async () => {
    expect(jpegSize(await located('jpeg'))).toEqual({ width: 60, height: 40 });
  });

  test('is null for other files, and for a truncated or damaged one', async () => {
    expect(jpegSize(await located('webp'))).toBeNull();
    expect(jpegSize(new Uint8Array(0))).toBeNull();
    const whole = await turned(6);
    for (let length = 0; length < 160; length += 1) jpegSize(whole.subarray(0, length));
    expect(jpegSize(whole.subarray(0, 100))).toBeNull();
    expect(jpegSize(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0, 0xff]))).toBeNull();
  });
});

describe('a large JPEG', () => {
  let requestedSizes: object[];
  let frame: { displayWidth: number; displayHeight: number; rotation?: number; close: () => void };
  const bitmap = { width: 40, height: 60 };
  const createBitmap = vi.fn<() => Promise<object>>(async () => bitmap);
  const close = vi.fn<() => void>();

  beforeEach(() => {
    requestedSizes = [];
    frame = { displayWidth: 10, displayHeight: 15, rotation: 90, close };
    createBitmap.mockClear();
    close.mockClear();
    vi.stubGlobal('createImageBitmap', createBitmap);
    vi.stubGlobal(
      'ImageDecoder',
      class {
        constructor({ desiredWidth, desiredHeight }: { desiredWidth: number; desiredHeight: number }) {
          requestedSizes.push({ desiredWidth, desiredHeight });
        }
        decode = async () => ({ image: frame });
        close = () => undefined;
      },
    );
  });
  afterEach(() => void vi.unstubAllGlobals());

  const decode = async (side: number) => decodePicture(new Blob([new Uint8Array(await turned(6))]), side);

  test('is decoded at the fewest eighths that are enough', async () => {
    expect(await decode(12)).toMatchObject({ width: 10, height: 15 });
    expect(requestedSizes).toEqual([{ desiredWidth: 15, desiredHeight: 10 }]);
    expect(createBitmap).not.toHaveBeenCalled();
  });

  test('is decoded whole when most of its pixels are needed', async () => {
    expect(await decode(40)).toMatchObject({ width: 40, height: 60 });
    expect(requestedSizes).toEqual([]);
  });

  test.each<[string, Partial<typeof frame>]>([
    ['does not turn frames', {}],
    ['returns a frame that is too small', { displayHeight: 8, displayWidth: 6 }],
    ['ignores the size', { displayHeight: 60, displayWidth: 40 }],
  ])('is decoded whole when the decoder %s', async (_what, part) => {
    if (Object.keys(part).length === 0) delete frame.rotation;
    Object.assign(frame, part);
    expect(await decode(12)).toMatchObject({ source: bitmap });
    expect(close).toHaveBeenCalledOnce();
  });

  test('is decoded whole without such a decoder', async () => {
    vi.stubGlobal('ImageDecoder', undefined);
    Reflect.deleteProperty(globalThis, 'ImageDecoder');
    expect(await decode(12)).toMatchObject({ source: bitmap });
  });
});
