import { expect, test } from 'vitest';
import { KeptValues } from './kept-values.ts';

const clock = { time: 0, now: () => clock.time };

test('returns the old value while another reader renews it', async () => {
  const values = new KeptValues<string, number>({ clock, life: 10, most: 2 });
  await values.get('a', async () => 1);
  clock.time += 10;
  const renewed = Promise.withResolvers<number>();
  const first = values.get('a', () => renewed.promise);
  expect(await values.get('a', async () => expect.fail('read twice'))).toBe(1);
  renewed.resolve(2);
  expect(await first).toBe(2);
  expect(await values.get('a', async () => expect.fail('read again'))).toBe(2);
});

test('reads again after a failure', async () => {
  const values = new KeptValues<string, number>({ clock, life: 10, most: 2 });
  await values.get('a', async () => 1);
  clock.time += 10;
  await expect(values.get('a', async () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(await values.get('a', async () => 2)).toBe(2);
});

test('keeps no value that is refused', async () => {
  const values = new KeptValues<string, number>({ clock, life: 10, most: 2 });
  const refuse = (): boolean => false;
  expect(await values.get('a', async () => 1, refuse)).toBe(1);
  expect(await values.get('a', async () => 2, refuse)).toBe(2);
});
