import { mkdtempSync, rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { home } from '../fixtures/camp.ts';
import { openWorld } from '../fixtures/world.ts';
import { samplePicture } from './samples.ts';

const megabyte = 1024 ** 2;
const disk = { freeBytes: 0 };

/** Simulates the free space of the disk. A mock of the module would be too late for files that other tests of this process have loaded. */
function playDisk(): void {
  const full = async () => ({ bavail: disk.freeBytes, blocks: 100_000 * megabyte, bsize: 1 });
  vi.spyOn(fs, 'statfs').mockImplementation(full as unknown as typeof fs.statfs);
  syncBuiltinESMExports();
}

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const folder = mkdtempSync(join(tmpdir(), 'event-companion-pictures-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a picture that would use the reserve of the disk is answered with 507, while posts are stored, and accepted once there is room', async () => {
  playDisk();
  const world = await openWorld({ DISK_RESERVE_MB: '100', PICTURES_DIR: folder });
  const share = () => world.call('author', 'POST', '/api/photo/', { body: { url: samplePicture, description: 'Der Steg' } });
  try {
    disk.freeBytes = 100 * megabyte;
    expect(await share()).toMatchObject({ status: 507, body: { error: 'storage_full' } });
    expect((await world.call('author', 'POST', '/api/post', { body: { content: 'Kein Platz', event: home } })).status).toBe(201);
    disk.freeBytes = 102 * megabyte;
    expect((await share()).status).toBe(201);
  } finally {
    await world.close();
  }
});
