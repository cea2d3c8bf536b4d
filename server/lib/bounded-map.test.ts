import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test('drops the value that was set first when there are too many', () => {
  const map = new BoundedMap<string, number>(2, 100);
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([undefined, 1, 2]);
});

test('drops the oldest values until the bytes fit, and one that is too large by itself', () => {
  const map = new BoundedMap<string, string>(10, 100);
  map.set('a', 'one', 60);
  map.set('b', 'two');
  map.weigh('b', 'two', 50);
  expect([map.get('a'), map.get('b')]).toEqual([undefined, 'two']);
  map.set('c', 'three', 101);
  expect([map.get('b'), map.get('c')]).toEqual([undefined, undefined]);
  map.set('d', 'four', 100);
  expect(map.get('d')).toBe('four');
});

test('keeps a value that is set again, and lists what it holds from the oldest on', () => {
  const map = new BoundedMap<string, number>(2);
  for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) map.set(key, index);
  expect([...map]).toEqual([
    ['a', 2],
    ['c', 3],
  ]);
  expect(['a', 'b', 'c'].map((key) => map.has(key))).toEqual([true, false, true]);
});

test('ignores the size of a value that was replaced', () => {
  const map = new BoundedMap<string, string>(10, 100);
  map.set('a', 'old');
  map.set('a', 'new', 10);
  map.weigh('a', 'old', 1_000);
  expect(map.get('a')).toBe('new');
});
