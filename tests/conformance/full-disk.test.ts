import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { home } from '../fixtures/camp.ts';
import { openWorld } from '../fixtures/world.ts';
import { samplePicture } from './samples.ts';

const megabyte = 1024 ** 2;
const disk = vi.hoisted(() => ({ freeBytes: 0 }));
/** No disk is filled: the machine's has room, and the server is told of another. */
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async () => ({ bavail: disk.freeBytes, blocks: 100_000 * 1024 ** 2, bsize: 1 }),
}));

const folder = mkdtempSync(join(tmpdir(), 'event-companion-pictures-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('answers 507 for a picture that would use the reserve of the disk, stores posts meanwhile, and takes it when there is room', async () => {
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
