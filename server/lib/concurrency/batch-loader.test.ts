import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BatchLoader } from './batch-loader.ts';

/** Answers each batch with its number, for every key except `nobody`. */
function counting() {
  const questions: (readonly string[])[] = [];
  const together = new BatchLoader<string, number>(async (keys) => {
    questions.push(keys);
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, questions.length]));
  });
  return { questions, together };
}

test('keys of one turn are loaded in one batch, each once', async () => {
  const { questions, together } = counting();
  expect(await Promise.all(['a', 'b', 'a', 'nobody'].map((key) => together.get(key)))).toEqual([1, 1, 1, undefined]);
  expect(questions).toEqual([['a', 'b', 'nobody']]);
});

test('a key requested during a batch is loaded by the next one', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<void>();
  let batches = 0;
  const together = new BatchLoader<string, number>(async (keys) => {
    const number = (batches += 1);
    if (number === 1) await late;
    return new Map(keys.map((key) => [key, number]));
  });
  const first = together.get('a');
  await nextTurn();
  await nextTurn();
  const second = together.get('a');
  answer();
  expect([await first, await second]).toEqual([1, 2]);
});

test('a failed batch rejects its own callers only', async () => {
  let isBroken = true;
  const together = new BatchLoader<string, number>(async (keys) => {
    if (isBroken) throw new Error('no');
    return new Map(keys.map((key) => [key, 1]));
  });
  const failing = await Promise.allSettled([together.get('a'), together.get('b')]);
  expect(failing.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  expect(await together.get('a')).toBe(1);
});
