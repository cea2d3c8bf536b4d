import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '#contract/limits.ts';
import { thumbnailOf } from '#contract/pictures.ts';
import { times } from '#contract/times.ts';
import { uploadedPicture } from '#contract/rules/uploads.ts';
import { createApp } from '#server/app.ts';
import { sweepPictures } from '#server/jobs/purge.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { deletePictureFiles, putPictureFile } from '#server/store/images/picture-files.ts';
import { mostBytes } from '#server/images/upload-room.ts';
import { home, insertRows, people, type PersonName, photoOf } from '../fixtures/camp.ts';
import { png } from '../fixtures/hostile/png.ts';
import { loseCommit } from '../fixtures/databases/lost-commit.ts';
import { storedPictures } from '../fixtures/pictures/stored-pictures.ts';
import { onPostgres } from '../fixtures/databases/test-store.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { samplePicture } from './samples.ts';

let world: World;
beforeEach(async () => void (world = await openWorld({ PICTURES_PER_PERSON: '3' })));
afterEach(() => world.close());

const dataUrl = (bytes: Buffer, label = 'image/png') => `data:${label};base64,${bytes.toString('base64')}`;

const share = (who: PersonName, body: object = {}, headers: Record<string, string> = {}) =>
  world.call(who, 'POST', '/api/photo/', { body: { url: samplePicture, description: 'Der Steg', ...body }, headers });

const folder = '/images/photos';
const files = () => storedPictures(world).names(folder);

test('a plain client receives its photo as a link, which serves the picture to everybody for good', async () => {
  const { status, body } = await share('author');
  expect(status).toBe(201);
  expect(body).toMatchObject({ description: 'Der Steg', authorId: people.author.id, eventId: home, version: 1 });
  for (const link of [body.url, thumbnailOf(body.url)] as string[]) {
    const picture = await world.call(null, 'GET', link);
    expect(picture.status).toBe(200);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  }
  for (const name of ['..%2fsecret', '../secret', 'x.webp', `${'k'.repeat(22)}-1x1.svg`, '%00']) {
    expect((await world.call(null, 'GET', `/images/photos/${name}`)).status).toBeGreaterThanOrEqual(400);
  }
});

test.runIf(onPostgres())(
  'a picture beyond the share of the database is answered with 507, and accepted after others are deleted',
  async () => {
    const small = await openWorld({ DATABASE_PICTURES_MB: '1' });
    try {
      const send = () => small.call('author', 'POST', '/api/photo/', { body: { url: samplePicture, description: 'Der Steg' } });
      const path = '/images/photos/large';
      await small.store.write([], (trx) => putPictureFile(trx, path, randomBytes(1024 * 1024)));
      expect(await send()).toMatchObject({ status: 507, body: { error: 'storage_full' } });
      await small.store.write([], (trx) => deletePictureFiles(trx, [path]));
      expect((await send()).status).toBe(201);
      expect((await small.call(null, 'GET', '/metrics')).text).toContain('event_companion_database_pictures_limit_bytes 1048576');
    } finally {
      await small.close();
    }
  },
);

test('a HEAD request checks a picture without loading it', async () => {
  const { url } = (await share('author')).body as { url: string };
  const head = (link: string) => world.app.inject({ method: 'HEAD', url: link });
  const mark = { 'x-event-companion': expect.any(String) as string };
  const existing = await head(url);
  expect([existing.statusCode, existing.body]).toEqual([200, '']);
  const length = (await storedPictures(world).read(url)).length;
  expect(existing.headers).toMatchObject({ ...mark, 'content-type': 'image/webp', 'content-length': String(length) });
  const missing = await head(url.replace(/[\w-]{22}/, 'k'.repeat(22)));
  expect(missing.statusCode).toBe(404);
  expect(missing.headers).toMatchObject(mark);
});

/** Returns a data URL of a picture of usual size. */
async function noise(): Promise<string> {
  const raw = { width: 400, height: 300, channels: 3 } as const;
  const url = dataUrl(
    await sharp(randomBytes(400 * 300 * 3), { raw })
      .png()
      .toBuffer(),
  );
  expect(url.length).toBeGreaterThan(100_000);
  return url;
}

test('a small command does not wait for pictures of others, though it may bring one itself', async () => {
  const url = await noise();
  const { pictures } = world.app.deps;
  const { store } = pictures;
  const answered = Promise.withResolvers<void>();
  // Storing takes until the answer, however fast the machine is.
  const storing = vi.spyOn(pictures, 'store').mockImplementation(async (...picture) => {
    await answered.promise;
    return store.apply(pictures, picture);
  });
  const uploads = (['author', 'participant', 'orga'] as const).flatMap((who) => [1, 2].map(async () => (await share(who, { url })).status));
  await vi.waitFor(() => expect(storing).toHaveBeenCalled());
  expect(await world.call('author', 'POST', '/api/users/me', { body: { name: 'Anna' } })).toMatchObject({ status: 200 });
  answered.resolve();
  expect(await Promise.all(uploads)).toEqual(Array<number>(6).fill(201));
});

test('photos are paged, the newest first, with data URLs, or with links on request', async () => {
  const older = Array.from({ length: 12 }, (_, index) => photoOf('participant', { order: index + 1, description: `Bild ${index}` }));
  await insertRows(world.store, world.clock, 'photos', older);
  const { body: newest } = await share('author');
  const list = (await world.call('author', 'GET', `/api/photo?page=1&eventId=${home}`)).body;
  expect(list).toMatchObject({ currentPage: 1, totalPages: 2, totalPhotos: 14 });
  expect(list.photos).toHaveLength(limits.pageSize);
  expect(list.photos[0]).toMatchObject({ id: newest.id, description: 'Der Steg', authorId: people.author.id });
  expect(list.photos[0].url).toMatch(/^data:image\/webp;base64,/);
  const data = Buffer.from(list.photos[0].url.split(',')[1], 'base64');
  expect(await sharp(data).metadata()).toMatchObject({ format: 'webp', width: 1, height: 1 });
  const links = (await world.call('author', 'GET', '/api/photo?page=1&limit=2&images=link')).body;
  expect(links).toMatchObject({
    totalPages: 7,
    photos: [{ url: newest.url, thumbnail: thumbnailOf(newest.url) }, { description: 'Bild 11' }],
  });
  expect((await world.call('author', 'GET', '/api/photo?limit=100')).body.totalPages).toBe(1);
  expect(await world.call('author', 'GET', '/api/photo?page=0')).toMatchObject({ status: 400, body: { error: 'invalid' } });
});

test('the content of a file decides about its type, not its label', async () => {
  expect(await share('author', { url: dataUrl(png({ width: 8, height: 8 }), 'image/svg+xml') })).toMatchObject({ status: 201 });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const label of ['image/svg+xml', 'image/png', 'image/jpeg;charset=utf-8']) {
    expect(await share('author', { url: dataUrl(svg, label) })).toMatchObject({ status: 415, body: { error: 'not_a_picture' } });
  }
  for (const url of ['data:image/png,abc', 'data:image/png;base64,@@', 'data:text/html;base64,', 'data:']) {
    expect(await share('author', { url })).toMatchObject({ status: 415 });
  }
  for (const url of ['', 'https://elsewhere.example/a.png', 'javascript:alert(1)', `device:${uuidv7()}-1x1`]) {
    expect(await share('author', { url })).toMatchObject({ status: 400, body: { error: 'invalid', issues: [{ path: 'url' }] } });
  }
  expect(await files()).toHaveLength(2);
});

test('too many bytes or pixels are refused, and a body too large for its route is not read', async () => {
  const padded = Buffer.concat([png({ width: 8, height: 8 }), Buffer.alloc(limits.pictureBytes)]);
  const wide = png({ width: 5_000, height: 5_000, depth: 1, colour: 0 });
  for (const bytes of [padded, wide]) {
    expect(await share('author', { url: dataUrl(bytes) })).toMatchObject({ status: 413, body: { error: 'picture_too_large' } });
  }
  expect(await share('author', { url: 'x'.repeat(limits.pictureBodyBytes) })).toMatchObject({ status: 413, body: { error: 'too_large' } });
  const post = await world.call('author', 'POST', '/api/post', { body: { content: 'x'.repeat(limits.bodyBytes) } });
  expect(post).toMatchObject({ status: 413, body: { error: 'too_large' } });
  expect(await files()).toEqual([]);
});

test('photos are limited by the quota of a person also in parallel, and other quotas stay unchanged', async () => {
  await insertRows(world.store, world.clock, 'photos', [photoOf('participant')]);
  const answers = await Promise.all(Array.from({ length: 4 }, () => share('participant')));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 422, 422]);
  expect(await share('participant')).toMatchObject({ status: 422, body: { error: 'picture_quota' } });
  expect((await world.call('participant', 'GET', '/api/photo?images=link&limit=100')).body.photos).toHaveLength(4);
  expect((await share('author')).status).toBe(201);
});

test('a command sent twice at once and repeated creates one photo and stores one picture', async () => {
  const key = { 'idempotency-key': uuidv7() };
  const id = uuidv7();
  const answers = await Promise.all([share('author', { id }, key), share('author', { id }, key)]);
  expect(answers.some(({ status }) => status === 201)).toBe(true);
  const again = await share('author', { id }, key);
  expect(again.status).toBe(201);
  expect(new Set(await files())).toEqual(
    new Set([again.body.url, thumbnailOf(again.body.url)].map((link: string) => link.split('/').at(-1))),
  );
  expect(await share('author', { id, description: 'Etwas anderes' }, key)).toMatchObject({ status: 422, body: { error: 'key_reused' } });
  expect(await share('author', { id, url: dataUrl(png({ width: 3, height: 3 })) }, key)).toMatchObject({ body: { error: 'key_reused' } });
});

test('a photo exists once its picture is stored, and not if there is no space', async () => {
  const { files: stored } = world.app.deps.pictures;
  const { write } = stored;
  const photos = async () => (await world.call('author', 'GET', '/api/photo?images=link')).body.totalPhotos as number;
  const before = await photos();
  const counts: number[] = [];
  vi.spyOn(stored, 'write')
    .mockRejectedValueOnce(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
    .mockImplementationOnce(async (pictures) => {
      counts.push(await photos());
      await write.call(stored, pictures);
      counts.push(await photos());
    });
  expect(await share('author')).toMatchObject({ status: 507, body: { error: 'storage_full' } });
  expect((await share('author')).status).toBe(201);
  expect([...counts, await photos()]).toEqual([before, before, before + 1]);
});

test('a photo keeps its picture when the answer to its stored creation was lost', async () => {
  const { store } = world;
  const rows = () => sqlOf(store.reading).selectFrom('photos').select('url').where('description', '=', 'Der Steg').execute();
  loseCommit(store, async () => (await rows()).length > 0);
  const once = { 'idempotency-key': uuidv7() };
  expect((await share('author', {}, once)).status).toBe(503);
  const { status, body } = await share('author', {}, once);
  expect(status).toBe(201);
  expect(await rows()).toEqual([{ url: body.url }]);
  for (const link of [body.url, thumbnailOf(body.url)] as string[]) expect((await world.call(null, 'GET', link)).status).toBe(200);
});

test('a refused photo leaves no file', async () => {
  expect(await share('stranger', { event: home })).toMatchObject({ status: 403 });
  expect(await files()).toEqual([]);
});

test('a deleted picture is answered with 404 at once, and its files are removed a day later by a confirmed clock', async () => {
  const { pictures } = world.app.deps;
  const { body } = await share('author');
  const links = [body.url, thumbnailOf(body.url)] as string[];
  const statuses = () => Promise.all(links.map(async (link) => (await world.call(null, 'GET', link)).status));
  expect(await statuses()).toEqual([200, 200]);
  expect((await world.call('author', 'DELETE', `/api/photo/${body.id}`)).status).toBe(204);
  expect(await statuses()).toEqual([404, 404]);
  await storedPictures(world).age(folder, 2 * times.hour);
  const deletedAt = world.clock.now();
  for (const now of [deletedAt, null, deletedAt + times.day - 1]) await sweepPictures(world.store, pictures, now);
  const kept = () => pictures.files.list(folder);
  expect(await kept()).toHaveLength(2);
  await sweepPictures(world.store, pictures, deletedAt + times.day);
  expect(await kept()).toEqual([]);
  expect(await statuses()).toEqual([404, 404]);
});

test('old files without a photo are swept, and files of a photo are not', async () => {
  const { body } = await share('author');
  const { pictures } = world.app.deps;
  const orphan = await pictures.store(png({ width: 8, height: 8 }), 'photos');
  await sweepPictures(world.store, pictures, world.clock.now());
  expect(await files()).toHaveLength(4);
  await storedPictures(world).age(folder, 2 * times.hour);
  await sweepPictures(world.store, pictures, world.clock.now());
  expect(await files()).toHaveLength(2);
  expect((await world.call(null, 'GET', orphan.link)).status).toBe(404);
  expect((await world.call(null, 'GET', body.url)).status).toBe(200);
});

/** Uploads bytes in pieces, and returns the name and the link for a command. */
async function inPieces(who: PersonName, bytes: Buffer): Promise<{ name: string; url: string }> {
  const name = uuidv7();
  for (let offset = 0; offset < bytes.length; offset += limits.pieceBytes) {
    const piece = bytes.subarray(offset, offset + limits.pieceBytes);
    const headers = { 'content-type': 'application/octet-stream' };
    const { body } = await world.call(who, 'POST', `/api/uploads/${name}?offset=${offset}`, { body: piece, headers });
    expect(body).toEqual({ received: offset + piece.length });
  }
  return { name, url: uploadedPicture(name, bytes.length) };
}

test('a picture uploaded in pieces occupies room while it is processed, and more are refused with 429', async () => {
  const { url } = await inPieces('author', Buffer.alloc(limits.pictureBytes));
  const { pictures } = world.app.deps;
  const { store } = pictures;
  const goOn = Promise.withResolvers<void>();
  vi.spyOn(pictures, 'store').mockImplementation(async (...picture) => {
    await goOn.promise;
    return store.apply(pictures, picture);
  });
  const answers = Array.from({ length: 6 }, () => share('author', { url }));
  expect((await Promise.race(answers)).status).toBe(429);
  goOn.resolve();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([415, 415, 415, 415, 415, 429]);
  expect((await share('author', { url })).status).toBe(415);
});

describe.each(onPostgres() ? ['another server on the same database'] : [])('%s', () => {
  let other: FastifyInstance;
  beforeEach(async () => {
    const { config, clock } = world.app.deps;
    other = await createApp({ config: { ...config, dataDir: join(config.dataDir, 'other') }, store: world.store, clock });
  });
  afterEach(() => other.close());
  async function call(method: 'GET' | 'POST', url: string, payload?: object | Buffer, headers: Record<string, string> = {}) {
    const { token } = await other.deps.auth.sessions.open(people.author.id);
    return other.inject({ method, url, headers: { authorization: `Bearer ${token}`, ...headers }, ...(payload && { payload }) });
  }

  test('receives later pieces and the command, and serves pictures of the first server', async () => {
    const bytes = Buffer.from((await noise()).replace(/^.*,/, ''), 'base64');
    const name = uuidv7();
    const type = { 'content-type': 'application/octet-stream' };
    const half = Math.floor(bytes.length / 2);
    await world.call('author', 'POST', `/api/uploads/${name}?offset=0`, { body: bytes.subarray(0, half), headers: type });
    expect((await call('GET', `/api/uploads/${name}`)).json()).toEqual({ received: half });
    const second = await call('POST', `/api/uploads/${name}?offset=${half}`, bytes.subarray(half), type);
    expect(second.json()).toEqual({ received: bytes.length });
    const brought = await call('POST', '/api/photo', { url: uploadedPicture(name, bytes.length), description: 'Der Steg', event: home });
    expect(brought.statusCode).toBe(201);
    const { url } = brought.json<{ url: string }>();
    const shown = await world.app.inject({ method: 'GET', url });
    expect(shown.rawPayload.equals(await storedPictures(world).read(url))).toBe(true);
    expect((await call('GET', url)).rawPayload.equals(shown.rawPayload)).toBe(true);
  });

  test('enforces one quota together with the first server', async () => {
    const body = { url: samplePicture, description: 'Der Steg', event: home };
    const uploads = [share('author'), share('author'), call('POST', '/api/photo', body), call('POST', '/api/photo', body)];
    const statuses = (await Promise.all(uploads)).map((answer) => ('status' in answer ? answer.status : answer.statusCode));
    // One picture exists already.
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 422, 422]);
    expect(await files()).toHaveLength(4);
  });
});

test('a person who sends too much at once gets 429 until room is free, and small commands need no room', async () => {
  const { room } = world.app.deps.uploads;
  const { id: userId } = people.author;
  const url = await noise();
  const leaves = Array.from({ length: 4 }, () => room.enter({ userId }, limits.pictureBodyBytes));
  expect(await share('author', { url })).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
  expect((await share('participant', { url })).status).toBe(201);
  // Other people take the room that is left, down to the last bytes.
  const left = mostBytes - 4 * limits.pictureBodyBytes;
  const others = Array.from({ length: 10 }, (_, index) => room.enter({ userId: 100 + index }, Math.floor(left / 10)));
  expect(await share('participant', { url })).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  expect((await share('author')).status).toBe(201);
  for (const leave of [...leaves, ...others]) leave();
  expect((await share('author', { url })).status).toBe(201);
});
