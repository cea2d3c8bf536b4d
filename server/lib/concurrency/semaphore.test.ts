import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

test('runs two light jobs at once and a heavy one alone, in order of arrival', async () => {
  const gate = new Semaphore(2);
  const running = new Set<string>();
  const seen: string[] = [];
  const ends = new Map<string, () => void>();
  const job = (name: string, weight: number) =>
    gate.run(weight, async () => {
      running.add(name);
      seen.push([...running].join('+'));
      await new Promise<void>((end) => ends.set(name, end));
      running.delete(name);
    });
  const jobs = [job('a', 1), job('b', 1), job('heavy', 2), job('c', 1)];
  for (const name of ['a', 'b', 'heavy', 'c']) {
    await expect.poll(() => ends.has(name)).toBe(true);
    ends.get(name)?.();
  }
  await Promise.all(jobs);
  expect(seen).toEqual(['a', 'a+b', 'heavy', 'c']);
});

test('releases its place after a failure', async () => {
  const gate = new Semaphore(1);
  await expect(gate.run(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await gate.run(1, () => Promise.resolve('through'))).toBe('through');
});

test('lets groups take turns, however many of one group wait', async () => {
  const gate = new Semaphore(1);
  const order: string[] = [];
  const job = (group: string, name: string) => gate.run(1, async () => void order.push(name), group);
  await Promise.all([
    ...Array.from({ length: 5 }, (_, n) => job('crowd', `crowd ${n}`)),
    job('guest', 'guest 0'),
    job('guest', 'guest 1'),
    job('other', 'other 0'),
  ]);
  expect(order).toEqual(['crowd 0', 'crowd 1', 'guest 0', 'other 0', 'crowd 2', 'guest 1', 'crowd 3', 'crowd 4']);
  expect(gate.waiting).toBe(0);
});
