import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { pictureSize } from '#contract/pictures.ts';
import { type HostilePicture, hostilePictures } from '../fixtures/hostile/corpus.ts';
import { canary } from '../fixtures/hostile/jpeg.ts';
import type { Judgement } from '../fixtures/hostile/judge.ts';

const judge = join(import.meta.dirname, '../fixtures/hostile/judge.ts');
const mostMemory = 300_000_000;
/** Milliseconds of processor time. */
const mostWork = 45_000;

let folder: string;
let corpus: readonly HostilePicture[];
let dataDir: string;
let judgements: Record<string, Judgement>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'event-companion-hostile-'));
  corpus = await hostilePictures();
  mkdirSync(join(folder, 'sent'));
  for (const [index, { bytes }] of corpus.entries()) writeFileSync(join(folder, 'sent', String(index)), bytes);
  // Judged in a process of its own, so that only the server's work is measured.
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', judge, join(folder, 'sent')]);
  ({ dataDir, judgements } = JSON.parse(stdout) as { dataDir: string; judgements: Record<string, Judgement> });
}, 300_000);

afterAll(() => {
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true });
});

const judged = () => corpus.map((picture, index) => ({ ...picture, ...(judgements[index] as Judgement) }));
const stored = () => judged().filter(({ outcome }) => outcome.startsWith('/'));

test('at least 40 hostile pictures get their expected outcome', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(40);
  const wrong = judged().filter(({ fate, outcome }) => ![fate].flat().includes((outcome.startsWith('/') ? 'stored' : outcome) as never));
  expect(wrong.map(({ name, fate, outcome }) => ({ name, fate, outcome }))).toEqual([]);
});

test('no hostile picture raises memory by more than 300 MB, or takes much work', () => {
  const costly = judged().filter(({ rise, work }) => rise > mostMemory || work > mostWork);
  expect(costly.map(({ name, rise, work }) => ({ name, rise, work }))).toEqual([]);
});

test('stored pictures are new WebP files with one frame, within bounds and without metadata', async () => {
  expect(stored().length).toBeGreaterThan(15);
  for (const { name, outcome } of stored()) {
    const { format, pages = 1, width, height, exif, icc, xmp, iptc } = await sharp(join(dataDir, outcome)).metadata();
    expect({ name, format, pages, exif, icc, xmp, iptc }).toEqual({ name, format: 'webp', pages: 1 });
    expect(Math.max(width, height)).toBeLessThanOrEqual(limits.pictureSide);
    expect(pictureSize(outcome)).toEqual({ width, height });
  }
});

test('a picture that is rotated by its metadata is stored upright', () => {
  const { outcome } = stored().find(({ name }) => name === 'jpeg: stands on its side') as Judgement;
  expect(pictureSize(outcome)).toEqual({ width: 40, height: 60 });
});

test('data hidden in pictures is not stored, and the folder has only picture files', () => {
  const files = readdirSync(join(dataDir, 'images/photos'));
  expect(files.length).toBe(stored().length * 2);
  for (const file of files) {
    expect(file).toMatch(/^[\w-]{22}-\d+x\d+(-small)?\.webp$/);
    expect(readFileSync(join(dataDir, 'images/photos', file)).includes(canary)).toBe(false);
  }
});
