import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import { onPostgres, openSharedStores, openTestStore } from '#tests/fixtures/databases/test-store.ts';
import { DatabaseUnavailable } from '../store/core/failures.ts';
import { sqlOf } from '../store/core/handles.ts';
import { accountLock } from '../store/accounts/account-lock.ts';
import type { ReadHandle, Store } from '../store/store.ts';
import { PartialUploads } from './partial-uploads.ts';
import { openImageStorage } from './storage/open-image-storage.ts';
import type { UploadPieces } from './storage/upload-pieces.ts';

const [anna, ben, leaver] = [{ userId: 3 }, { userId: 4 }, { userId: 5 }];
const name = '0192a4b8-0000-7000-8000-000000000001';
const picture = Buffer.from('a picture that comes in pieces');
const digest = hash('sha256', picture, 'base64url');
const stays = async () => undefined;

async function ownBackend(db: ReadHandle): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(sqlOf(db));
  return rows[0]!.pid;
}

/** On PostgreSQL two servers share the uploads, and calls alternate between them. */
let stores: Store[];
beforeAll(async () => {
  stores = onPostgres() ? await openSharedStores(2) : [await openTestStore()];
  const person = { name: '', role: 'user', password_hash: '', email_verified: 0, version: 1, created_at: 0 } as const;
  const people = [anna, ben, leaver].map(({ userId: id }) => ({ ...person, id, email: `${id}@camp.example` }));
  await sqlOf(stores[0]!.reading).insertInto('users').values(people).execute();
});
afterAll(() => Promise.all(stores.map((store) => store.close())));

describe.each(onPostgres() ? ['the database', 'a folder that is shared'] : ['a folder'])('partial uploads in %s', (kind) => {
  let folder: string;
  let pieces: UploadPieces[];
  let servers: PartialUploads[];
  const start = () => {
    const config = { dataDir: folder, picturesDir: kind === 'a folder that is shared' ? folder : null };
    pieces = stores.map((store) => openImageStorage(store, config).pieces);
    servers = pieces.map((each) => new PartialUploads(each));
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'event-companion-uploads-'));
    start();
  });
  afterEach(async () => {
    await sqlOf(stores[0]!.reading).deleteFrom('partial_uploads').execute();
    rmSync(folder, { recursive: true });
  });

  let calls = 0;
  const next = () => servers[(calls += 1) % servers.length]!;
  const add = (offset: number, bytes: Buffer, of = name, owner = anna) => next().add(owner, of, { offset, bytes }, stays);
  const part = (from: number, to?: number) => picture.subarray(from, to);
  const read = (of = name, length = picture.length, owner = anna) => next().read(owner, of, length);

  const files = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const rows = () => sqlOf(stores[0]!.reading).selectFrom('partial_uploads').selectAll().orderBy('id').execute();
  /** Returns the stored uploads by user and name; finished ones have an ending. */
  const kept = async (): Promise<string[]> =>
    kind === 'the database'
      ? (await rows()).map(({ id, digest }) => (digest === null ? id : `${id}.done`))
      : files().map((path) => path.slice(join(folder, 'uploads/').length));
  /** Sets the time of the last growth (ms since the epoch). */
  async function grew(what: string, at: number): Promise<void> {
    if (kind !== 'the database') return utimesSync(join(folder, 'uploads', what), at / times.second, at / times.second);
    const update = sqlOf(stores[0]!.reading).updateTable('partial_uploads').set({ changed_at: at });
    await update.where('id', '=', what.replace('.done', '')).execute();
  }

  test('become the picture when all pieces have arrived in order', async () => {
    expect(await next().received(anna, name)).toBe(0);
    expect(await add(0, part(0, 10))).toBe(10);
    expect(await next().received(anna, name)).toBe(10);
    expect(await read()).toBeNull();
    expect(await add(10, part(10, 20))).toBe(20);
    expect(await add(20, part(20))).toBe(picture.length);
    expect(await read()).toEqual({ bytes: picture, digest });
  });

  test('take a piece once if it is sent twice, also concurrently', async () => {
    await add(0, part(0, 10));
    expect(await add(0, part(0, 10))).toBe(10);
    expect(await Promise.all([add(10, part(10)), add(10, part(10))])).toEqual([picture.length, picture.length]);
    expect(await read()).toEqual({ bytes: picture, digest });
  });

  test.each([5, 11, 1_000])('ignore a piece that begins at %i after ten bytes', async (offset) => {
    await add(0, part(0, 10));
    expect(await add(offset, part(10))).toBe(10);
    await add(10, part(10));
    expect(await read()).toEqual({ bytes: picture, digest });
  });

  test('reject more bytes than a picture may have and keep the earlier ones', async () => {
    const most = Buffer.alloc(limits.pictureBytes - 1);
    await add(0, most);
    await expect(add(most.length, part(0, 2))).rejects.toThrow('picture_too_large');
    expect(await add(most.length, part(0, 1))).toBe(limits.pictureBytes);
  });

  test('reject an empty piece and store nothing', async () => {
    await expect(add(0, Buffer.alloc(0))).rejects.toThrow('invalid');
    expect(await kept()).toEqual([]);
  });

  test('drop the oldest of a user who begins too many, however small, also concurrently', async () => {
    const named = (index: number) => `picture-${String(index).padStart(3, '0')}`;
    for (let index = 0; index <= 200; index += 1) {
      await add(0, part(0, 1), named(index));
      await grew(`3/${named(index)}`, index * times.second);
    }
    await add(1, part(1, 2), named(1));
    const left = (first: number) => Array.from({ length: 200 }, (_, index) => `3/${named(first + index)}`);
    expect((await kept()).toSorted()).toEqual(left(1));
    await grew(`3/${named(1)}`, 0);
    await Promise.all([201, 202].map((index) => add(0, part(0, 1), named(index))));
    expect((await kept()).toSorted()).toEqual(left(3));
  });

  test('are read only with the exact length', async () => {
    await add(0, picture);
    for (const length of [1, picture.length - 1, picture.length + 1]) expect(await read(name, length)).toBeNull();
  });

  test('with the same name belong to each user separately', async () => {
    await add(0, picture);
    expect(await next().received(ben, name)).toBe(0);
    expect(await read(name, picture.length, ben)).toBeNull();
    expect(await add(0, part(0, 10), name, ben)).toBe(10);
    expect(await read()).toEqual({ bytes: picture, digest });
  });

  test('continue after a restart of the process', async () => {
    await add(0, part(0, 10));
    start();
    expect(await next().received(anna, name)).toBe(10);
    expect(await add(10, part(10))).toBe(picture.length);
    expect(await read()).toEqual({ bytes: picture, digest });
  });

  // In a database a piece is stored entirely or not at all.
  test.each(kind !== 'the database' ? ['continue within a piece that a killed process had partly written'] : [])('%s', async () => {
    await add(0, part(0, 10));
    writeFileSync(files()[0]!, part(10, 14), { flag: 'a' });
    start();
    expect(await add(10, part(10))).toBe(14);
    expect(await add(14, part(14))).toBe(picture.length);
    expect(await read()).toEqual({ bytes: picture, digest });
  });

  test.each([
    ['the first', 0],
    ['a later', 10],
  ])('drop %s piece if its confirmation fails, and accept the next one', async (_which, offset) => {
    if (offset > 0) await add(0, part(0, offset));
    const before = await kept();
    const ended = () => Promise.reject(new Refusal('unauthenticated'));
    await expect(next().add(anna, name, { offset, bytes: part(offset) }, ended)).rejects.toThrow('unauthenticated');
    expect(await kept()).toEqual(before);
    expect(await next().received(anna, name)).toBe(offset);
    expect(await add(offset, part(offset))).toBe(picture.length);
  });

  test('ignore a piece until it is confirmed', async () => {
    await add(0, part(0, 10));
    const begun = Promise.withResolvers<void>();
    const confirmed = Promise.withResolvers<void>();
    const confirm = () => (begun.resolve(), confirmed.promise);
    const unconfirmed = next().add(anna, name, { offset: 10, bytes: part(10, 20) }, confirm);
    await begun.promise;
    const another = add(10, part(10));
    confirmed.reject(new Refusal('unauthenticated'));
    await expect(unconfirmed).rejects.toThrow('unauthenticated');
    expect(await another).toBe(picture.length);
    expect(await read()).toEqual({ bytes: picture, digest });
  });

  test.each(
    kind === 'a folder that is shared' ? ['keep later pieces when a process loses the database, and its lock, with a piece written'] : [],
  )('%s', async () => {
    await add(0, part(0, 10));
    const begun = Promise.withResolvers<number>();
    const stalled = Promise.withResolvers<void>();
    const confirm = async (db: ReadHandle) => {
      begun.resolve(await ownBackend(db));
      await stalled.promise;
      await ownBackend(db);
    };
    const losing = servers[0]!.add(anna, name, { offset: 10, bytes: part(10, 20) }, confirm).catch((error: unknown) => error);
    await sql`select pg_terminate_backend(${await begun.promise})`.execute(sqlOf(stores[1]!.reading));
    await pieces[1]!.change(anna, async (own) => {
      const received = await own.received(name);
      stalled.resolve();
      expect(await losing).toBeInstanceOf(DatabaseUnavailable);
      await own.append(name, { offset: received, bytes: part(received) });
    });
    expect(await read()).toEqual({ bytes: picture, digest });
  });

  test('keep only the digest of a used picture until it is begun again', async () => {
    await add(0, part(0, 10));
    await add(10, part(10));
    await next().finish(anna, name, digest);
    expect(await next().received(anna, name)).toBe(0);
    expect(await read()).toEqual({ bytes: null, digest });
    expect(await add(0, part(0, 10))).toBe(10);
    expect(await read()).toBeNull();
    expect(await add(10, part(10))).toBe(picture.length);
    expect(await read()).toEqual({ bytes: picture, digest });
  });

  test('return the digest of a picture that is used during the read', async () => {
    await add(0, picture);
    const [first] = pieces as [UploadPieces];
    const { read: readPieces } = first;
    vi.spyOn(first, 'read').mockImplementationOnce(async (...what) => {
      await next().finish(anna, name, digest);
      return readPieces.apply(first, what);
    });
    expect(await servers[0]!.read(anna, name, picture.length)).toEqual({ bytes: null, digest });
  });

  test('drop the oldest of a user who exceeds the bytes, and nothing of others', async () => {
    const full = Buffer.alloc(limits.pictureBytes);
    await add(0, full, 'of-ben', ben);
    for (let index = 0; index < 13; index += 1) {
      await add(0, full, `picture-${index}`);
      // The clock of a file system may be coarse.
      await grew(`3/picture-${index}`, index * times.second);
    }
    const left = await Promise.all(Array.from({ length: 13 }, (_, index) => next().received(anna, `picture-${index}`)));
    expect(left).toEqual([0, ...Array.from({ length: 12 }, () => full.length)]);
    expect(await next().received(ben, 'of-ben')).toBe(full.length);
  });

  test('are deleted when they have not grown for their lifetime, finished or not', async () => {
    await add(0, part(0, 10), 'left');
    await add(0, picture, 'brought');
    await next().finish(anna, 'brought', digest);
    for (const what of await kept()) await grew(what, Date.now() - 2 * times.day);
    await add(0, part(0, 10), 'under-way');
    await next().sweep(2 * times.day + times.minute);
    expect(await kept()).toHaveLength(3);
    // Independent of this machine's clock.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * times.day);
    await next().sweep(2 * times.day - times.minute);
    expect(await kept()).toEqual(['3/under-way']);
  });

  test('are deleted with their erased user, and those of others stay', async () => {
    await add(0, part(0, 10));
    await add(0, picture, 'brought');
    await next().finish(anna, 'brought', digest);
    await add(0, picture, name, ben);
    await next().forget(anna);
    expect(await kept()).toEqual([`4/${name}`]);
    const stored = await sqlOf(stores[0]!.reading).selectFrom('upload_pieces').select('upload_id').execute();
    expect(stored.filter(({ upload_id }) => upload_id.startsWith('3/'))).toEqual([]);
  });

  test.each(kind === 'the database' ? ['include a piece written while another process erases its user, and delete it'] : [])(
    '%s',
    async () => {
      const begun = Promise.withResolvers<void>();
      const confirmed = Promise.withResolvers<void>();
      const confirm = () => (begun.resolve(), confirmed.promise);
      const adding = servers[0]!.add(leaver, name, { offset: 0, bytes: picture }, confirm);
      await begun.promise;
      const erasing = stores[1]!.write([accountLock(leaver.userId)], (trx) =>
        sqlOf(trx).deleteFrom('users').where('id', '=', leaver.userId).execute(),
      );
      confirmed.resolve();
      expect(await adding).toBe(picture.length);
      await erasing;
      expect(await kept()).toEqual([]);
    },
  );

  test('wait for a piece in progress before they delete those of an erased user, without blocking others', async () => {
    const ended: string[] = [];
    const begun = Promise.withResolvers<void>();
    const confirmed = Promise.withResolvers<void>();
    const confirm = () => (begun.resolve(), confirmed.promise);
    const adding = next()
      .add(anna, name, { offset: 0, bytes: picture }, confirm)
      .then(() => ended.push('a piece'));
    await begun.promise;
    const clearedFields = next()
      .forget(anna)
      .then(() => ended.push('all of it'));
    // A busy machine has two seconds for this, the longest wait for a lock.
    await add(0, picture, name, ben);
    expect(ended).toEqual([]);
    confirmed.resolve();
    // The second of two servers may notice the end before the first.
    await Promise.all([adding, clearedFields]);
    expect(await kept()).toEqual([`4/${name}`]);
  });
});
