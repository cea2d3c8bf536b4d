import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqlOf } from '#server/store/core/handles.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { createCsrf, preSessionLife } from './csrf.ts';
import { secretOf } from '../secret.ts';

let dir: string;
/** Two processes on one database. */
let stores: Store[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'event-companion-csrf-'));
  const path = join(dir, 'shared.db');
  stores = [await openStore({ path, lockWait: 0 }), await openStore({ path, lockWait: 0 })];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  rmSync(dir, { recursive: true });
});

function setUp() {
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  const processes = stores.map((store) => ({ store, csrf: createCsrf(secretOf(Buffer.alloc(32, 1)), clock) }));
  const use = async (process: number, { preSession, csrfToken }: { preSession: string; csrfToken: string }) => {
    const { store, csrf } = processes[process]!;
    const checked = csrf.check(preSession, csrfToken);
    await store.write([], (trx) => csrf.spend(trx, checked));
    return 'spent';
  };
  return { clock, csrf: processes[0]!.csrf, use };
}

test('a token is accepted for one sign-in with its own pre-session', async () => {
  const { csrf, use } = setUp();
  const issued = csrf.issue();
  expect(await use(0, issued)).toBe('spent');
  await expect(use(0, issued)).rejects.toThrow('forged_request');
});

test('one of several processes accepts the same token', async () => {
  const { csrf, use } = setUp();
  const issued = csrf.issue();
  const results = await Promise.allSettled([0, 1, 0, 1].map((process) => use(process, issued)));
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
});

test('a token expires with its pre-session', async () => {
  const { clock, csrf, use } = setUp();
  const [late, last] = [csrf.issue(), csrf.issue()];
  clock.time += preSessionLife - 1;
  expect(await use(0, last)).toBe('spent');
  clock.time += 1;
  await expect(use(0, late)).rejects.toThrow('forged_request');
});

test('a pre-session cannot be invented or prolonged', () => {
  const { clock, csrf } = setUp();
  const { preSession, csrfToken } = csrf.issue();
  const other = csrf.issue();
  const lasting = `${preSession.split('.')[0]}.${clock.time + 10 * preSessionLife}`;
  for (const forged of [undefined, '', 'x', other.preSession, lasting]) {
    expect(() => csrf.check(forged, csrfToken)).toThrow('forged_request');
  }
  for (const forged of ['', 'x', other.csrfToken, `${csrfToken}x`]) {
    expect(() => csrf.check(preSession, forged)).toThrow('forged_request');
  }
});

test('expired pre-sessions are deleted with the next spending, and only a hash is stored', async () => {
  const { clock, csrf, use } = setUp();
  await use(0, csrf.issue());
  clock.time += preSessionLife;
  const issued = csrf.issue();
  await use(0, issued);
  const left = await sqlOf(stores[0]!.reading).selectFrom('spent_pre_sessions').selectAll().execute();
  expect(left).toEqual([{ hash: csrf.check(issued.preSession, issued.csrfToken).hash, expires_at: clock.time + preSessionLife }]);
  expect(JSON.stringify(left)).not.toContain(issued.preSession.split('.')[0]);
});
