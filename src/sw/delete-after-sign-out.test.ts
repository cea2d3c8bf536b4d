import { expect, test, vi } from 'vitest';
import { deleteAfterSignOut } from './delete-after-sign-out.ts';

test.each([
  [7, 0],
  [null, 1],
])('a picture that arrives while %s is signed in deletes the traces %i times', async (person, times) => {
  const forgetTraces = vi.fn<() => Promise<void>>(async () => {});
  const { cacheDidUpdate } = deleteAfterSignOut(async () => person, forgetTraces);
  await cacheDidUpdate?.({ cacheName: 'pictures' } as never);
  expect(forgetTraces).toHaveBeenCalledTimes(times);
});
