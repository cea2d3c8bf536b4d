import { beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#contract/limits.ts';
import { canDraw, pngOf } from '#tests/fixtures/error-cases/not-kept.tsx';
import { shrinkHeaderPicture } from './shrink-header-picture.ts';

beforeEach(() => canDraw());

const jpeg = [0xff, 0xd8, 0xff, 0xe0];
const fileOf = (bytes: readonly number[] | string, name: string): File =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type: 'image/png' });

test.each([
  ['a PNG with the type of a text', pngOf(20)],
  ['a JPEG', fileOf(jpeg, 'lake.png')],
  ['a WebP', fileOf('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ', 'lake')],
  ['a picture of just 5 MB', pngOf(limits.pictureBytes)],
])('accepts %s by its bytes', async (_what, file) => {
  expect(await shrinkHeaderPicture(file)).toMatchObject({ type: 'image/webp', width: 8, height: 8 });
});

test.each([
  ['a GIF, although browsers read it', 'invalid_image', fileOf('GIF89a, and more of it', 'lake.png')],
  ['an SVG', 'invalid_image', fileOf('<svg xmlns="http://www.w3.org/2000/svg"/>', 'lake.png')],
  ['a sound in the container of WebP', 'invalid_image', fileOf('RIFF\u0001\u0002\u0003\u0004WAVEfmt ', 'lake.webp')],
  ['an empty file', 'invalid_image', fileOf('', 'lake.png')],
  ['a byte more than 5 MB', 'image_too_large', pngOf(limits.pictureBytes + 1)],
  ['a text of more than 5 MB', 'invalid_image', fileOf('x'.repeat(limits.pictureBytes + 1), 'lake.png')],
])('refuses %s with %s', async (_what, problem, file) => {
  await expect(shrinkHeaderPicture(file)).rejects.toMatchObject({ problem });
});

test('refuses a file that only begins as a picture', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no picture', 'InvalidStateError')));
  await expect(shrinkHeaderPicture(pngOf(20))).rejects.toMatchObject({ problem: 'invalid_image' });
});
