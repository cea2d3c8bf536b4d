import { argon2 } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { beforeEach, expect, test, vi } from 'vitest';
import { heavyAtOnce } from '../../gate.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, argon2: vi.fn<typeof crypto.argon2>(crypto.argon2) };
});

beforeEach(() => void vi.mocked(argon2).mockClear());

test('a password fits its own hash and no other', async () => {
  const stored = await hashPassword('Correct-Horse-1');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verifyPassword('Correct-Horse-1', stored)).toBe(true);
  expect(await verifyPassword('correct-horse-1', stored)).toBe(false);
  expect(await hashPassword('Correct-Horse-1')).not.toBe(stored);
});

test('the same letters typed in another composition are the same password', async () => {
  const stored = await hashPassword('Gru\u0308ße-2026');
  expect(await verifyPassword('Gr\u00fcße-2026', stored)).toBe(true);
});

test.each([null, '', '!', '$argon2id$broken'])('a missing hash (%j) costs the same work and fits nothing', async (stored) => {
  expect(await verifyPassword('anything', stored)).toBe(false);
  expect(argon2).toHaveBeenCalledOnce();
  expect(vi.mocked(argon2).mock.calls[0]?.[1]).toMatchObject({ memory: 19_456, passes: 2, parallelism: 1 });
});

test('no more are worked on at once than leave a core to others, and two at most', async () => {
  const stored = await hashPassword('Correct-Horse-1');
  const work = vi.mocked(argon2).getMockImplementation()!;
  let running = 0;
  let most = 0;
  vi.mocked(argon2).mockImplementation((algorithm, parameters, done) => {
    most = Math.max(most, (running += 1));
    work(algorithm, parameters, (error, tag) => {
      running -= 1;
      done(error, tag);
    });
  });
  const answers = await Promise.all(Array.from({ length: 7 }, () => verifyPassword('Correct-Horse-1', stored)));
  expect(answers).toEqual(Array(7).fill(true));
  expect(most).toBe(heavyAtOnce);
  expect(most).toBe(Math.min(2, Math.max(1, availableParallelism() - 1)));
});

test('a long queue takes nobody more until it is shorter, whether or not there is such an account', async () => {
  const stored = await hashPassword('Correct-Horse-1');
  const work = vi.mocked(argon2).getMockImplementation()!;
  const begun: (() => void)[] = [];
  vi.mocked(argon2).mockImplementation((_algorithm, { tagLength }, done) => void begun.push(() => done(null, Buffer.alloc(tagLength))));
  const attempts = Array.from({ length: 1_200 + heavyAtOnce }, () => verifyPassword('Correct-Horse-1', stored));
  for (const each of [stored, null]) {
    await expect(verifyPassword('Correct-Horse-1', each)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 10 } });
  }
  begun.shift()?.();
  await attempts[0];
  attempts.push(verifyPassword('Correct-Horse-1', stored));
  for (let finish = begun.shift(); finish; finish = begun.shift()) {
    finish();
    await Promise.resolve();
    await new Promise(setImmediate);
  }
  expect(await Promise.all(attempts)).toHaveLength(1_201 + heavyAtOnce);
  vi.mocked(argon2).mockImplementation(work);
});
