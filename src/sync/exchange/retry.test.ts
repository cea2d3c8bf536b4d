import { beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase, quietPorts } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import { backOff } from '#lib/back-off.ts';
import { resetRetry, shortenBackOff, dropBackOff, isDue, storeFailure, readRetry } from './retry.ts';

const ports = quietPorts();
const now = ports.now();
let db: EventDatabase;

beforeEach(() => {
  db = freshDatabase();
  return () => db.close();
});

describe('the back-off', () => {
  test.each([
    [0, 1_000],
    [3, 8_000],
    [6, 60_000],
    [500, 60_000],
  ])('after %i failures lasts up to %i ms, at random, so that devices do not return together', (attempts, longest) => {
    const waits = [0, 0.25, 0.5, 1].map((chance) => backOff(attempts, () => chance));
    expect(waits).toEqual([250, longest / 4, longest / 2, longest]);
  });
});

describe('the Retry-After of a 429', () => {
  const nextAt = async (lane?: 'pictures') => (await readRetry(db, lane)).nextAt - now;

  beforeEach(async () => {
    const tooMany = { kind: 'answer', status: 429, body: undefined, retryAfter: 30 } as const;
    await storeFailure(db, ports, tooMany);
    await storeFailure(db, ports, tooMany, { channel: 'pictures' });
  });

  test.each([
    ['a tap or a network that may be back', dropBackOff],
    ['a successful pull', shortenBackOff],
  ])('is not cut short by %s', async (_name, cut) => {
    await cut(db);
    expect([await nextAt(), await nextAt('pictures')]).toEqual([30_000, 30_000]);
  });

  test('is cut short by a manual sync', async () => {
    await resetRetry(db);
    expect(await nextAt()).toBeLessThan(0);
  });
});

test('a clock that was put back to before a wait ends the wait', async () => {
  const { nextAt, since } = await storeFailure(db, ports, { kind: 'no-network' });
  expect([now, now - 1, nextAt].map((time) => isDue(time, nextAt, since))).toEqual([false, true, true]);
});

test('a network that may be back ends a back-off', async () => {
  await storeFailure(db, ports, { kind: 'no-network' });
  await dropBackOff(db);
  expect(await readRetry(db)).toEqual({ attempts: 0, nextAt: 0, byServer: false });
});
