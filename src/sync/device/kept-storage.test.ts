import { afterEach, expect, test, vi } from 'vitest';
import { persistStorage, readStorageIsKept, storageIsKept } from './kept-storage.ts';

const given = (storage: object | undefined) => vi.stubGlobal('navigator', { storage });
afterEach(async () => {
  given(undefined);
  await readStorageIsKept();
});

test("the browser's answer is stored", async () => {
  given({ persist: async () => true });
  await persistStorage();
  expect(storageIsKept.get()).toBe(true);
  given({ persisted: async () => false });
  await readStorageIsKept();
  expect(storageIsKept.get()).toBe(false);
});

test('a browser that rejects keeps nothing, and one without the API is unknown', async () => {
  given({ persist: () => Promise.reject(new TypeError('not allowed')) });
  await persistStorage();
  expect(storageIsKept.get()).toBe(false);
  given({});
  await readStorageIsKept();
  expect(storageIsKept.get()).toBeNull();
});
