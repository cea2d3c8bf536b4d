import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

test('the app sets the length of tasks in the scheduler that React DOM uses', () => {
  const own = createRequire(import.meta.url);
  const ofReactDom = createRequire(own.resolve('react-dom'));
  expect(own.resolve('scheduler')).toBe(ofReactDom.resolve('scheduler'));
});
