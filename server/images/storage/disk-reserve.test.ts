import { expect, test } from 'vitest';
import { keepingReserve } from './disk-reserve.ts';
import type { PictureFile, PictureFiles } from './picture-files.ts';

const gigabyte = 1024 ** 3;

function setUp(disk: { free: number; size: number }) {
  const written: PictureFile[] = [];
  const warnings: object[] = [];
  const files = { write: async (all: readonly PictureFile[]) => void written.push(...all) } as unknown as PictureFiles;
  const log = { warn: (details: object) => void warnings.push(details) };
  const kept = keepingReserve(files, { folder: '/', reserve: gigabyte, log, look: async () => disk });
  return { written, warnings, disk, write: (bytes = 1_000) => kept.write([{ path: '/images/a', bytes: Buffer.alloc(bytes) }]) };
}

test('stores pictures as long as the disk has more than its reserve, and warns once before it has not', async () => {
  const { write, written, warnings, disk } = setUp({ free: 100 * gigabyte, size: 200 * gigabyte });
  await write();
  expect(warnings).toEqual([]);
  disk.free = 1.2 * gigabyte;
  await write();
  await write();
  expect([written.length, warnings.length]).toEqual([3, 1]);
});

test('rejects pictures with storage_full when they would use the reserve', async () => {
  const { write, written, disk } = setUp({ free: gigabyte + 500, size: 200 * gigabyte });
  await expect(write(1_000)).rejects.toMatchObject({ code: 'storage_full', details: { retryAfter: 60 } });
  disk.free = 2 * gigabyte;
  await write(1_000);
  expect(written).toHaveLength(1);
});

test('keeps no more than a twentieth of a small disk free', async () => {
  const { write, written } = setUp({ free: 10_000_000, size: 20_000_000 });
  await write();
  expect(written).toHaveLength(1);
});
