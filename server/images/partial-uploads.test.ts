import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { times } from '../../contract/times.ts';
import { PartialUploads } from './partial-uploads.ts';

const [anna, ben] = [{ userId: 3 }, { userId: 4 }];
const name = '0192a4b8-0000-7000-8000-000000000001';
const picture = Buffer.from('a picture that comes in pieces');
const digest = hash('sha256', picture, 'base64url');
const stays = async () => undefined;

let dataDir: string;
let uploads: PartialUploads;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'event-companion-uploads-'));
  uploads = new PartialUploads({ dataDir });
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const add = (offset: number, bytes: Buffer, of = name, owner = anna) => uploads.add(owner, of, { offset, bytes }, stays);
const part = (from: number, to?: number) => picture.subarray(from, to);
const files = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test('pieces that come in order are the picture, once all of it is there', async () => {
  expect(await uploads.received(anna, name)).toBe(0);
  expect(await add(0, part(0, 10))).toBe(10);
  expect(await uploads.received(anna, name)).toBe(10);
  expect(await uploads.read(anna, name, picture.length)).toBeNull();
  expect(await add(10, part(10))).toBe(picture.length);
  expect(await uploads.read(anna, name, picture.length)).toEqual({ bytes: picture, digest });
});

test('a piece that is sent twice is taken once, also when both come at once', async () => {
  await add(0, part(0, 10));
  expect(await add(0, part(0, 10))).toBe(10);
  expect(await Promise.all([add(10, part(10)), add(10, part(10))])).toEqual([picture.length, picture.length]);
  expect(await uploads.read(anna, name, picture.length)).toEqual({ bytes: picture, digest });
});

test.each([5, 11, 1_000])('a piece that begins at %i of ten bytes changes nothing', async (offset) => {
  await add(0, part(0, 10));
  expect(await add(offset, part(10))).toBe(10);
  await add(10, part(10));
  expect(await uploads.read(anna, name, picture.length)).toEqual({ bytes: picture, digest });
});

test('more than a picture may have is refused, and what was there stays', async () => {
  const most = Buffer.alloc(limits.pictureBytes - 1);
  await add(0, most);
  await expect(add(most.length, part(0, 2))).rejects.toThrow('picture_too_large');
  expect(await add(most.length, part(0, 1))).toBe(limits.pictureBytes);
});

test('a piece without a byte is none, and makes no file', async () => {
  await expect(add(0, Buffer.alloc(0))).rejects.toThrow('invalid');
  expect(readdirSync(dataDir)).toEqual([]);
});

test('who has begun more pictures than are kept loses the oldest, however small they are', async () => {
  const named = (index: number) => `picture-${String(index).padStart(3, '0')}`;
  for (let index = 0; index <= 200; index += 1) {
    await add(0, part(0, 1), named(index));
    utimesSync(join(dataDir, 'uploads/3', named(index)), index, index);
  }
  await add(1, part(1, 2), named(1));
  expect(
    files()
      .map((path) => path.slice(-3))
      .toSorted(),
  ).toEqual(Array.from({ length: 200 }, (_, index) => named(index + 1).slice(-3)));
});

test('a picture is read by its length alone', async () => {
  await add(0, picture);
  for (const length of [1, picture.length - 1, picture.length + 1]) expect(await uploads.read(anna, name, length)).toBeNull();
});

test('of another person the same name is another picture', async () => {
  await add(0, picture);
  expect(await uploads.received(ben, name)).toBe(0);
  expect(await uploads.read(ben, name, picture.length)).toBeNull();
  expect(await add(0, part(0, 10), name, ben)).toBe(10);
  expect(await uploads.read(anna, name, picture.length)).toEqual({ bytes: picture, digest });
});

test('a process that starts anew goes on where the last one was', async () => {
  await add(0, part(0, 10));
  uploads = new PartialUploads({ dataDir });
  expect(await uploads.received(anna, name)).toBe(10);
  expect(await add(10, part(10))).toBe(picture.length);
  expect(await uploads.read(anna, name, picture.length)).toEqual({ bytes: picture, digest });
});

test('a piece of which a killed process had written a part goes on within it', async () => {
  await add(0, part(0, 10));
  writeFileSync(files()[0]!, part(10, 14), { flag: 'a' });
  uploads = new PartialUploads({ dataDir });
  expect(await add(10, part(10))).toBe(14);
  expect(await add(14, part(14))).toBe(picture.length);
  expect(await uploads.read(anna, name, picture.length)).toEqual({ bytes: picture, digest });
});

test.each([
  ['the first', 0],
  ['a later', 10],
])('%s piece that is not confirmed leaves everything as it was, and the next one is taken', async (_which, offset) => {
  if (offset > 0) await add(0, part(0, offset));
  const before = files();
  const ended = () => Promise.reject(new Refusal('unauthenticated'));
  await expect(uploads.add(anna, name, { offset, bytes: part(offset) }, ended)).rejects.toThrow('unauthenticated');
  expect(files()).toEqual(before);
  expect(await uploads.received(anna, name)).toBe(offset);
  expect(await add(offset, part(offset))).toBe(picture.length);
});

test('of a picture that was brought its digest is left, until it is begun anew', async () => {
  await add(0, picture);
  await uploads.finish(anna, name, digest);
  expect(await uploads.received(anna, name)).toBe(0);
  expect(await uploads.read(anna, name, picture.length)).toEqual({ bytes: null, digest });
  expect(await add(0, part(0, 10))).toBe(10);
  expect(await uploads.read(anna, name, picture.length)).toBeNull();
});

test('who has more under way than is kept loses the oldest, and others lose nothing', async () => {
  const full = Buffer.alloc(limits.pictureBytes);
  await add(0, full, 'of-ben', ben);
  for (let index = 0; index < 13; index += 1) {
    await add(0, full, `picture-${index}`);
    // As the clock of a file system may be a coarse one.
    utimesSync(join(dataDir, 'uploads/3', `picture-${index}`), index, index);
  }
  const kept = await Promise.all(Array.from({ length: 13 }, (_, index) => uploads.received(anna, `picture-${index}`)));
  expect(kept).toEqual([0, ...Array.from({ length: 12 }, () => full.length)]);
  expect(await uploads.received(ben, 'of-ben')).toBe(full.length);
});

test('what has not grown for as long as it is kept is swept, brought or not, and nothing else', async () => {
  await add(0, part(0, 10), 'left');
  await add(0, picture, 'brought');
  await uploads.finish(anna, 'brought', digest);
  const twoDaysAgo = (Date.now() - 2 * times.day) / times.second;
  for (const file of files()) utimesSync(file, twoDaysAgo, twoDaysAgo);
  await add(0, part(0, 10), 'under-way');
  await uploads.sweep(Date.now() - 2 * times.day - times.minute);
  expect(files()).toHaveLength(3);
  await uploads.sweep(Date.now() - 2 * times.day + times.minute);
  expect(files()).toEqual([join(dataDir, 'uploads/3/under-way')]);
});

test('whoever leaves for good leaves none of it, and takes nothing of others along', async () => {
  await add(0, part(0, 10));
  await add(0, picture, 'brought');
  await uploads.finish(anna, 'brought', digest);
  await add(0, picture, name, ben);
  await uploads.forget(anna);
  expect(files()).toEqual([join(dataDir, 'uploads/4', name)]);
});

test('what somebody has under way when they leave for good is written first, and goes too; what others send does not wait', async () => {
  const ended: string[] = [];
  const begun = Promise.withResolvers<void>();
  const confirmed = Promise.withResolvers<void>();
  const confirm = () => (begun.resolve(), confirmed.promise);
  const adding = uploads.add(anna, name, { offset: 0, bytes: picture }, confirm).then(() => ended.push('a piece'));
  await begun.promise;
  const forgetting = uploads.forget(anna).then(() => ended.push('all of it'));
  for (let offset = 0; offset < picture.length; offset += 1) await add(offset, part(offset, offset + 1), name, ben);
  expect(ended).toEqual([]);
  confirmed.resolve();
  await Promise.all([adding, forgetting]);
  expect(ended).toEqual(['a piece', 'all of it']);
  expect(files()).toEqual([join(dataDir, 'uploads/4', name)]);
});
