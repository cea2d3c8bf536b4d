import { expect, test } from 'vitest';
import { nothingLeftBehind } from './left-behind.ts';

test.each([
  [7, []],
  [null, ['pictures']],
])('a picture that was kept while %s was signed in: what is let go of is %j', async (person, expected) => {
  const gone: string[] = [];
  const store = { delete: async (name: string) => gone.push(name) > 0 };
  const { cacheDidUpdate } = nothingLeftBehind(async () => person, store);
  await cacheDidUpdate?.({ cacheName: 'pictures' } as never);
  expect(gone).toEqual(expected);
});
