import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { dump, newDatabase } from '#tests/fixtures/databases/databases.ts';
import { onPostgres, openSharedStores, openTestStore } from '#tests/fixtures/databases/test-store.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { claimPicturePlace } from './picture-place.ts';
import { claimPictureBound, pictureBound } from './picture-bound.ts';

let folder: string;
let stores: Store[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'event-companion-place-'));
  stores = onPostgres() ? await openSharedStores(2) : [await openTestStore()];
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  rmSync(folder, { recursive: true });
});

/** Returns how each server starts with this setting, one after another. */
async function start(...dirs: (string | null)[]): Promise<string[]> {
  const outcomes: string[] = [];
  for (const [index, picturesDir] of dirs.entries()) {
    const claiming = claimPicturePlace(stores[index % stores.length]!, { picturesDir });
    outcomes.push(await claiming.then(() => 'starts').catch((error: Error) => `${error.name}: ${error.message.split(' – ')[1]}`));
  }
  return outcomes;
}

describe.each(onPostgres() ? ['servers on one database'] : [])('%s', () => {
  test('store all pictures in it', async () =>
    expect(await start(null, null, folder, null)).toEqual(['starts', 'starts', 'StartError: start without PICTURES_DIR', 'starts']));

  test('use the folder of the first start, as long as it is the same one', async () => {
    const other = join(folder, 'not-mounted');
    mkdirSync(other);
    expect(await start(folder, folder, other, null, folder)).toEqual([
      'starts',
      'starts',
      'StartError: is it mounted?',
      'StartError: set PICTURES_DIR to it',
      'starts',
    ]);
  });

  test('agree when they start at once', async () => {
    const claims = [folder, null].map((picturesDir, index) => claimPicturePlace(stores[index]!, { picturesDir }));
    const outcomes = (await Promise.allSettled(claims)).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('reject the folder of another database, which a sweep would empty', async () => {
    await start(folder);
    const another = await openTestStore();
    await expect(claimPicturePlace(another, { picturesDir: folder })).rejects.toThrow('has the pictures of another database');
    await another.close();
  });

  test('reject the folder of the database they are a copy of, unless that is deleted or the folder is a copy, too', async () => {
    const url = await newDatabase(inject('postgres')!.template);
    const claim = async (from: string) => {
      const store = await openStore({ url: from, connections: 1 });
      try {
        await claimPicturePlace(store, { picturesDir: folder });
      } finally {
        await store.close();
      }
    };
    await claim(url);
    const copy = await (await dump(url, folder)).restoreElsewhere();
    await expect(claim(copy)).rejects.toThrow('has the pictures of the database that this one is a copy of');
    await claim(url);
    rmSync(join(folder, '.event-companion.database'));
    await claim(copy);
    await expect(claim(url)).rejects.toThrow('if that one was deleted');
  });

  test('do not start with a missing folder', async () =>
    expect(await start(join(folder, 'nothing'), null)).toEqual([expect.stringContaining('StartError: ENOENT'), 'starts']));
});

test.each(!onPostgres() ? ['a server with its own database stores pictures in its data directory'] : [])('%s', async () =>
  expect(await start(null, folder)).toEqual(['starts', 'StartError: without one, pictures are stored in DATA_DIR']),
);

describe.each(onPostgres() ? ['servers on one database'] : [])('%s bound their pictures', () => {
  const usual = 20_000 * 1024 * 1024;
  const unset = { databasePictureBytes: null, picturesDir: null };
  const bound = (setting: { databasePictureBytes: number | null } = unset) =>
    Promise.all(stores.map((store) => pictureBound(store, setting)));

  test('by 20,000 MB, or by the setting', async () => {
    await Promise.all(stores.map((store) => claimPictureBound(store, unset)));
    expect(await bound()).toEqual([usual, usual]);
    expect(await bound({ databasePictureBytes: 5 })).toEqual([5, 5]);
  });

  test('by twice the amount at the update that introduced the bound', async () => {
    const [one, other] = stores as [Store, Store];
    await claimPictureBound(one, unset, async () => usual + 500);
    await claimPictureBound(other, unset, async () => 3 * usual);
    expect(await bound()).toEqual([2 * usual + 1_000, 2 * usual + 1_000]);
  });
});
