import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { replaceFile } from './durable-files.ts';
import { FolderFiles } from '../images/storage/folder-files.ts';

let folder: string;
/** What has been asked of the disk, and whether there was a file `mark` then. */
let synced: { inode: number; isNamed: boolean }[];
/** What this disk says to who would sync a folder; nothing where it does. */
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

test('a file that is replaced is on disk before it has its name, and its name after that', async () => {
  await replaceFile(at('mark'), Buffer.from('new'));
  expect(synced).toEqual([
    { inode: inode('mark'), isNamed: false },
    { inode: inode(''), isNamed: true },
  ]);
  expect(readFileSync(at('mark'), 'utf8')).toBe('new');
});

test.each(['EPERM', 'EINVAL', 'ENOTSUP'])('where folders cannot be synced (%s) files are replaced all the same', async (code) => {
  refusal = code;
  await replaceFile(at('mark'), Buffer.from('new'));
  expect(readFileSync(at('mark'), 'utf8')).toBe('new');
});

test('a disk that fails is told', async () => {
  refusal = 'EIO';
  await expect(replaceFile(at('mark'), Buffer.from('new'))).rejects.toThrow('EIO');
});

test('a picture is on disk with its folders, those that are new too', async () => {
  const path = 'images/photos/a.webp';
  await new FolderFiles(folder).write([{ path: `/${path}`, bytes: Buffer.from('picture') }]);
  const all = ['', 'images', 'images/photos', path].map(inode);
  expect(synced).toHaveLength(all.length);
  expect(new Set(synced.map((each) => each.inode))).toEqual(new Set(all));
});

test('two who replace a file at once, in one process or in two of one number, both come through', async () => {
  await Promise.all(['one', 'two'].map((word) => replaceFile(at('mark'), Buffer.from(word))));
  expect(['one', 'two']).toContain(readFileSync(at('mark'), 'utf8'));
  expect(readdirSync(folder)).toEqual(['mark']);
});

test('what cannot be replaced leaves no draft', async () => {
  mkdirSync(at('mark'));
  await expect(replaceFile(at('mark'), Buffer.from('new'))).rejects.toThrow('EISDIR');
  expect(readdirSync(folder)).toEqual(['mark']);
});
