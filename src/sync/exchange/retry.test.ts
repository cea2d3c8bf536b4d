import { beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase, quietPorts } from '../../../tests/fixtures/device.ts';
import type { EventDatabase } from '../../db/database.ts';
import { backOff } from '../../lib/back-off.ts';
import { resetRetry, shortenBackOff, dropBackOff, isDue, noteFailure, readRetry } from './retry.ts';

const ports = quietPorts();
const now = ports.now();
let db: EventDatabase;

beforeEach(() => {
  db = freshDatabase();
  return () => db.close();
});

describe('the wait after failures', () => {
  test.each([
    [0, 1_000],
    [3, 8_000],
    [6, 60_000],
    [500, 60_000],
  ])('after %i is anywhere up to %i ms, so that devices do not come back all at once', (attempts, longest) => {
    const waits = [0, 0.25, 0.5, 1].map((chance) => backOff(attempts, () => chance));
    expect(waits).toEqual([250, longest / 4, longest / 2, longest]);
  });
});

describe('a server that asks for patience by a 429', () => {
  const nextAt = async (lane?: 'pictures') => (await readRetry(db, lane)).nextAt - now;

  beforeEach(async () => {
    const tooMany = { kind: 'answer', status: 429, body: undefined, retryAfter: 30 } as const;
    await noteFailure(db, ports, tooMany);
    await noteFailure(db, ports, tooMany, 'pictures');
  });

  test.each([
    ['a tap or a network that may be back', dropBackOff],
    ['news that come through', shortenBackOff],
  ])('is not asked sooner for %s', async (_name, cut) => {
    await cut(db);
    expect([await nextAt(), await nextAt('pictures')]).toEqual([30_000, 30_000]);
  });

  test('is asked at once when the person says so', async () => {
    await resetRetry(db);
    expect(await nextAt()).toBeLessThan(0);
  });
});

test('a clock that is put back to before a wait began holds nothing up', async () => {
  const { nextAt, since } = await noteFailure(db, ports, { kind: 'no-network' });
  expect([now, now - 1, nextAt].map((time) => isDue(time, nextAt, since))).toEqual([false, true, true]);
});

test('a tap cuts short what only waits for a network', async () => {
  await noteFailure(db, ports, { kind: 'no-network' });
  await dropBackOff(db);
  expect(await readRetry(db)).toEqual({ attempts: 0, nextAt: 0, byServer: false });
});
