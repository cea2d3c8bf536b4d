import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { times } from '#contract/times.ts';
import { png } from '#tests/fixtures/hostile/png.ts';
import { onPostgres, openTestStore } from '#tests/fixtures/databases/test-store.ts';
import { sqlOf } from '../store/core/handles.ts';
import type { Store } from '../store/store.ts';
import { Pictures } from './pictures.ts';
import { FolderFiles } from './storage/folder-files.ts';
import { openImageStorage } from './storage/open-image-storage.ts';
import { copyPictures, type PictureFiles } from './storage/picture-files.ts';

let folder: string;
let store: Store;
let files: PictureFiles;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'event-companion-pictures-'));
  store = await openTestStore();
  ({ files } = openImageStorage(store, { dataDir: folder, picturesDir: null }));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const link = (letter: string, size = '1x1') => `/images/photos/${letter.repeat(22)}-${size}.webp`;
const large = randomBytes(700_000);
const contentOf = async (path: string) => buffer((await files.find(path))!.content());

/** Sets the time of storage to `ms` ago. */
async function age(path: string, ms: number): Promise<void> {
  const then = Date.now() - ms;
  if (!onPostgres()) return utimesSync(join(folder, path), then / times.second, then / times.second);
  await sqlOf(store.reading).updateTable('picture_files').set({ changed_at: then }).where('path', '=', path).execute();
}

test('files are read as written, entirely or in parts, until they are removed', async () => {
  const [one, other] = [link('a'), link('b')];
  await files.write([
    { path: one, bytes: large },
    { path: other, bytes: Buffer.from('small') },
  ]);
  expect(await files.find(one)).toMatchObject({ path: one, size: large.length });
  expect((await contentOf(one)).equals(large)).toBe(true);
  expect((await files.read(one))?.equals(large)).toBe(true);
  expect((await contentOf(other)).toString()).toBe('small');
  await files.write([{ path: other, bytes: Buffer.from('another') }]);
  expect((await contentOf(other)).toString()).toBe('another');
  await files.remove([one, link('c')]);
  expect([await files.find(one), await files.read(one)]).toEqual([null, null]);
  expect(await files.list('/images/photos')).toEqual([other]);
});

test('a folder lists the files below it and not those of a folder with a longer name', async () => {
  const paths = ['/events/1/header.png', '/events/12/header.png', '/images/photos/a.webp', '/images/photos2/a.webp'];
  await files.write(paths.map((path) => ({ path, bytes: Buffer.from(path) })));
  expect(await files.list('/events/1')).toEqual([paths[0]]);
  expect((await files.list('/events')).toSorted()).toEqual(paths.slice(0, 2));
  expect((await files.list('/images')).toSorted()).toEqual(paths.slice(2));
  expect(await files.list('/nothing')).toEqual([]);
});

test('a file removed while it is sent never counts as complete', async () => {
  await files.write([{ path: link('a'), bytes: large }]);
  const content = (await files.find(link('a')))!.content();
  const parts: Buffer[] = [];
  const sending = (async () => {
    for await (const part of content) {
      parts.push(part as Buffer);
      await files.remove([link('a')]);
    }
    return Buffer.concat(parts).equals(large);
  })();
  expect(await sending.catch(() => 'broken off')).toBe(onPostgres() ? 'broken off' : true);
});

test('a sweep removes old files without a row and reads rows after files', async () => {
  const pictures = new Pictures(files);
  const [used, orphan, young] = [png({ width: 8, height: 8 }), png({ width: 9, height: 9 }), png({ width: 7, height: 7 })];
  const links: string[] = [];
  for (const picture of [used, orphan, young]) links.push((await pictures.store(picture, 'photos')).link);
  const both = (path: string) => [path, path.replace('.webp', '-small.webp')];
  for (const path of links.slice(0, 2).flatMap(both)) await age(path, times.hour + times.minute);
  const named = async (of: string) => new Set(of === 'photos' ? [links[0]!] : []);
  await pictures.sweep(named, times.hour);
  expect((await files.list('/images')).toSorted()).toEqual([links[0]!, links[2]!].flatMap(both).toSorted());
  await pictures.sweep(async (of) => {
    const links = await named(of);
    // Stored and used by a row in the meantime.
    if (of === 'photos') await files.write([{ path: link('m'), bytes: young }]);
    return links;
  });
  expect((await files.list('/images')).toSorted()).toEqual([...both(links[0]!), link('m')].toSorted());
});

test('a machine whose clock is ahead sweeps no recent picture', async () => {
  await files.write([{ path: link('a'), bytes: large }]);
  const now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now + 2 * times.hour);
  await new Pictures(files).sweep(async () => new Set(), times.hour);
  expect(await files.list('/images')).toEqual([link('a')]);
});

test('copyPictures copies all files unchanged', async () => {
  const stored = new Map([
    [link('a', '1920x1080'), large],
    [link('a', '1920x1080').replace('.webp', '-small.webp'), Buffer.from('small')],
    ['/events/3/header.png', Buffer.from('drawn by hand')],
  ]);
  await files.write([...stored].map(([path, bytes]) => ({ path, bytes })));
  const elsewhere = new FolderFiles(join(folder, 'elsewhere'));
  expect(await copyPictures(files, elsewhere)).toBe(3);
  for (const path of stored.keys()) await files.remove([path]);
  expect(await copyPictures(elsewhere, files)).toBe(3);
  for (const [path, bytes] of stored) expect([path, (await files.read(path))?.equals(bytes)]).toEqual([path, true]);
});

test.each([
  ['a disk without room', { code: 'ENOSPC' }, 'storage_full'],
  ['a share of a disk without room', { code: 'EDQUOT' }, 'storage_full'],
  ['a database without room', { code: '53100', severity: 'ERROR' }, 'storage_full'],
  ['a disk that cannot be written', { code: 'EIO' }, 'EIO'],
])('a failed write to %s is reported as such', async (_what, failure, code) => {
  const full = new Pictures({ ...files, write: () => Promise.reject(Object.assign(new Error(), failure)) });
  await expect(full.store(png({ width: 8, height: 8 }), 'photos')).rejects.toMatchObject({ code });
});
