import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { replaceFile } from './durable-files.ts';
import { FolderFiles } from '#server/images/storage/folder-files.ts';

let folder: string;
/** Synced files in order, and whether the file `mark` existed at that time. */
let synced: { inode: number; isNamed: boolean }[];
/** The error code for syncing a folder; null for none. */
let refusal: string | null;

const at = (path: string): string => join(folder, path);
const inode = (path: string): number => statSync(at(path)).ino;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'event-companion-durable-'));
  synced = [];
  refusal = null;
  const handle = await open(folder);
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = handles;
  vi.spyOn(handles, 'sync').mockImplementation(async function noted(this: FileHandle) {
    const stat = await this.stat();
    synced.push({ inode: stat.ino, isNamed: existsSync(at('mark')) });
    if (refusal !== null && stat.isDirectory()) throw Object.assign(new Error(refusal), { code: refusal });
    await sync.call(this);
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('replaceFile syncs the content before the rename and the folder after it', async () => {
  await replaceFile(at('mark'), Buffer.from('new'));
  expect(synced).toEqual([
    { inode: inode('mark'), isNamed: false },
    { inode: inode(''), isNamed: true },
  ]);
  expect(readFileSync(at('mark'), 'utf8')).toBe('new');
});

test.each(['EPERM', 'EINVAL', 'ENOTSUP'])('replaceFile succeeds if folders cannot be synced (%s)', async (code) => {
  refusal = code;
  await replaceFile(at('mark'), Buffer.from('new'));
  expect(readFileSync(at('mark'), 'utf8')).toBe('new');
});

test('replaceFile rejects if the disk fails', async () => {
  refusal = 'EIO';
  await expect(replaceFile(at('mark'), Buffer.from('new'))).rejects.toThrow('EIO');
});

test('a picture is synced with all its new folders', async () => {
  const path = 'images/photos/a.webp';
  await new FolderFiles(folder).write([{ path: `/${path}`, bytes: Buffer.from('picture') }]);
  const all = ['', 'images', 'images/photos', path].map(inode);
  expect(synced).toHaveLength(all.length);
  expect(new Set(synced.map((each) => each.inode))).toEqual(new Set(all));
});

test('two concurrent replacements of a file both succeed', async () => {
  await Promise.all(['one', 'two'].map((word) => replaceFile(at('mark'), Buffer.from(word))));
  expect(['one', 'two']).toContain(readFileSync(at('mark'), 'utf8'));
  expect(readdirSync(folder)).toEqual(['mark']);
});

test('a failed replacement leaves no draft', async () => {
  mkdirSync(at('mark'));
  await expect(replaceFile(at('mark'), Buffer.from('new'))).rejects.toThrow('EISDIR');
  expect(readdirSync(folder)).toEqual(['mark']);
});
