import { expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { limitedByRoom, type ReadRoom, roomInDatabase, roomOnDisk } from './picture-room.ts';
import type { PictureFile, PictureFiles } from './picture-files.ts';

const gigabyte = 1024 ** 3;

function keeping(look: ReadRoom, store: (bytes: number) => void = () => undefined) {
  const written: PictureFile[] = [];
  const warnings: object[] = [];
  const files = {
    write: async (all: readonly PictureFile[]) => {
      written.push(...all);
      for (const { bytes } of all) store(bytes.length);
    },
  } as unknown as PictureFiles;
  const log = { warn: (details: object) => void warnings.push(details) };
  const kept = limitedByRoom(files, { readRoom: look, log });
  return { written, warnings, write: (bytes = 1_000) => kept.write([{ path: '/images/a', bytes: Buffer.alloc(bytes) }]) };
}

const onDisk = (disk: { free: number; size: number }) => ({ disk, ...keeping(roomOnDisk('/', gigabyte, async () => disk)) });

test('stores pictures while the disk has more than its reserve, and warns once before that ends', async () => {
  const { write, written, warnings, disk } = onDisk({ free: 100 * gigabyte, size: 200 * gigabyte });
  await write();
  expect(warnings).toEqual([]);
  disk.free = 1.2 * gigabyte;
  await write();
  await write();
  expect([written.length, warnings.length]).toEqual([3, 1]);
});

test('rejects pictures with storage_full when they would use the reserve', async () => {
  const { write, written, disk } = onDisk({ free: gigabyte + 500, size: 200 * gigabyte });
  await expect(write(1_000)).rejects.toMatchObject({ code: 'storage_full', details: { retryAfter: 60 } });
  disk.free = 2 * gigabyte;
  await write(1_000);
  expect(written).toHaveLength(1);
});

test('reserves at most a twentieth of a small disk', async () => {
  const { write, written } = onDisk({ free: 10_000_000, size: 20_000_000 });
  await write();
  expect(written).toHaveLength(1);
});

function inDatabase(total: number) {
  const database = { total, reads: 0 };
  const clock = { time: 0, now: () => clock.time };
  const look = roomInDatabase(
    async () => 10_000,
    async () => {
      database.reads += 1;
      return database.total;
    },
    clock,
  );
  return { database, clock, ...keeping(look, (bytes) => (database.total += bytes)) };
}

test('rejects pictures beyond the bound of a database, and warns once when nine tenths are used', async () => {
  const { write, written, warnings } = inDatabase(7_500);
  await write();
  expect(warnings).toEqual([]);
  await write();
  await expect(write()).rejects.toMatchObject({ code: 'storage_full' });
  await write(500);
  await expect(write(1)).rejects.toMatchObject({ code: 'storage_full' });
  expect([written.length, warnings.length]).toEqual([3, 1]);
});

test('has room again when pictures were deleted', async () => {
  const { write, written, database } = inDatabase(10_000);
  await expect(write()).rejects.toMatchObject({ code: 'storage_full' });
  database.total = 0;
  await write();
  expect(written).toHaveLength(1);
});

test('reads the total of a database that is far from full every half minute', async () => {
  const { write, database, clock } = inDatabase(0);
  for (let count = 0; count < 5; count += 1) await write(10);
  expect(database.reads).toBe(1);
  clock.time += times.minute;
  await write(10);
  expect(database.reads).toBe(2);
});
