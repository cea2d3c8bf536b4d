import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildCamp, callerOf, home } from '#tests/fixtures/camp.ts';
import { campTime } from '#tests/fixtures/databases/open-camp.ts';
import { openSharedStores } from '#tests/fixtures/databases/test-store.ts';
import { refusalOf } from '#server/http/error-reply.ts';
import { readCall } from '#server/http/commands/call-table.ts';
import { Writer } from '#server/services/commands/writer.ts';
import { type ReadHandle, sqlOf } from '../core/handles.ts';
import type { Store } from '../store.ts';

let store: Store;
beforeEach(async () => void ([store] = (await openSharedStores(1, [{ connections: 1 }])) as [Store]));
afterEach(() => store.close());

const query = (text: string, db: ReadHandle = store.reading) => sql.raw(text).execute(sqlOf(db));
const process = async (): Promise<unknown> => (await query('select pg_backend_pid() as pid')).rows[0];

const ways: [string, (work: (db: ReadHandle) => Promise<void>) => Promise<void>][] = [
  ['read', (work) => store.read(work)],
  ['write', (work) => store.write([], work)],
];

/** In ms; the process is blocked for longer. */
const idle = 20;

const standStill = (): void => {
  for (const end = performance.now() + 5 * idle; performance.now() < end;);
};

test.each(ways)(
  'a process blocked in a %s beyond the transaction timeout rejects the request with a retry and gets a new connection',
  async (_name, run) => {
    await query(`set idle_in_transaction_session_timeout = ${idle}`);
    const before = await process();
    const failing = run(async (db) => {
      await query('select 1', db);
      standStill();
      await query('select 1', db);
    });
    expect(refusalOf(await failing.catch((error: unknown) => error))).toMatchObject({ status: 503, details: { retryAfter: 1 } });
    expect(await process()).not.toEqual(before);
  },
);

// 25P04: a transaction took too long (PostgreSQL 17 and later).
test.each(['25P03', '25P04', '25006'])(
  'a connection that ends with %s is discarded, and its request is rejected with a retry',
  async (state) => {
    for (const [, run] of ways) {
      const before = await process();
      const failing = run(async (db) => void (await query(`do $$ begin raise exception 'over' using errcode = '${state}'; end $$`, db)));
      expect(refusalOf(await failing.catch((error: unknown) => error))).toMatchObject({ status: 503, details: { retryAfter: 1 } });
      expect(await process()).not.toEqual(before);
    }
  },
);

test('commands on a read-only database are rejected with a retry after one attempt, and succeed once a writable one answers', async () => {
  const clock = { now: () => campTime };
  await buildCamp(store, clock);
  const errors: string[] = [];
  const writer = new Writer({ store, clock, log: { error: (_details, message) => void errors.push(message) } });
  const calls = Array.from({ length: 3 }, () => {
    const body = { id: uuidv7(), event: home, content: 'Hallo' };
    return readCall({ caller: callerOf('author'), key: uuidv7(), lane: null, method: 'POST', path: '/api/post', body });
  });
  await query('set default_transaction_read_only = on');
  expect(await writer.submit(calls)).toMatchObject(calls.map(() => ({ code: 'unavailable', details: { retryAfter: 1 } })));
  expect(errors).toEqual(['a write failed']);
  expect(await writer.submit(calls)).toMatchObject(calls.map(() => ({ status: 201 })));
  await writer.close();
});
