import { parseOptions, verify } from '@node-rs/argon2';
import { argon2Sync } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { beforeEach, expect, test, vi } from 'vitest';
import { ownModules } from '#tests/setup/own-modules.ts';
import { heavyAtOnce } from '#server/lib/concurrency/semaphore.ts';

type Passwords = typeof import('./passwords.ts');

vi.mock('@node-rs/argon2', async (original) => {
  const library = await original<typeof import('@node-rs/argon2')>();
  return { ...library, verify: vi.fn<typeof verify>() };
});

let hashPassword: Passwords['hashPassword'];
let verifyPassword: Passwords['verifyPassword'];

ownModules('@node-rs/argon2', async () => {
  ({ hashPassword, verifyPassword } = await import('./passwords.ts'));
});

beforeEach(async () => {
  const { verify: real } = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
  vi.mocked(verify).mockReset().mockImplementation(real);
});

test('a password matches its own hash and no other', async () => {
  const stored = await hashPassword('Correct-Horse-1');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verifyPassword('Correct-Horse-1', stored)).toBe(true);
  expect(await verifyPassword('correct-horse-1', stored)).toBe(false);
  expect(await hashPassword('Correct-Horse-1')).not.toBe(stored);
});

test('hashPassword computes argon2id like another implementation', async () => {
  const [, salt, tag] = /\$([^$]+)\$([^$]+)$/.exec(await hashPassword('Correct-Horse-1'))!;
  const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  const derived = argon2Sync('argon2id', { message: 'Correct-Horse-1', nonce: Buffer.from(salt!, 'base64'), ...parameters });
  expect(derived.toString('base64').replace('=', '')).toBe(tag);
});

test('a password matches in another Unicode composition', async () => {
  const stored = await hashPassword('Gru\u0308ße-2026');
  expect(await verifyPassword('Gr\u00fcße-2026', stored)).toBe(true);
});

test.each([null, '', '!', '$argon2id$broken'])('a missing hash (%j) costs the same work and matches nothing', async (stored) => {
  expect(await verifyPassword('anything', stored)).toBe(false);
  expect(verify).toHaveBeenCalledOnce();
  const [checked] = vi.mocked(verify).mock.calls[0]!;
  expect(parseOptions(checked)).toEqual(parseOptions(await hashPassword('Correct-Horse-1')));
});

test('hashes run two at a time at most, and leave a core to other work', async () => {
  const stored = await hashPassword('Correct-Horse-1');
  const work = vi.mocked(verify).getMockImplementation()!;
  let running = 0;
  let most = 0;
  vi.mocked(verify).mockImplementation(async (...call) => {
    most = Math.max(most, (running += 1));
    const fits = await work(...call);
    running -= 1;
    return fits;
  });
  const answers = await Promise.all(Array.from({ length: 7 }, () => verifyPassword('Correct-Horse-1', stored)));
  expect(answers).toEqual(Array(7).fill(true));
  expect(most).toBe(heavyAtOnce);
  expect(most).toBe(Math.min(2, Math.max(1, availableParallelism() - 1)));
});

test('a full queue refuses passwords of existing and unknown accounts until it is shorter', async () => {
  const stored = await hashPassword('Correct-Horse-1');
  const begun: (() => void)[] = [];
  vi.mocked(verify).mockImplementation(() => new Promise((resolve) => begun.push(() => resolve(true))));
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
});

test('a crowd at one network neither delays nor refuses a password from another', async () => {
  const stored = await hashPassword('Correct-Horse-1');
  const begun: (() => void)[] = [];
  vi.mocked(verify).mockImplementation(() => new Promise((resolve) => begun.push(() => resolve(true))));
  const crowd = Array.from({ length: 1_200 + heavyAtOnce }, () => verifyPassword('Correct-Horse-1', stored, '192.0.2.1'));
  await expect(verifyPassword('Correct-Horse-1', stored, '192.0.2.1')).rejects.toThrow('unavailable');
  const ended = vi.fn<() => void>();
  const guest = verifyPassword('Correct-Horse-1', stored, '192.0.2.2').then(ended);
  const finishOne = async () => {
    begun.shift()?.();
    await new Promise(setImmediate);
  };
  for (let turn = 0; turn < 2 + 2 * heavyAtOnce; turn += 1) await finishOne();
  expect(ended).toHaveBeenCalledOnce();
  while (begun.length > 0) await finishOne();
  await Promise.all([...crowd, guest]);
});
