import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildCamp, callerOf, home } from '../../../tests/fixtures/camp.ts';
import { campTime } from '../../../tests/fixtures/open-camp.ts';
import { openSharedStores } from '../../../tests/fixtures/test-store.ts';
import { refusalOf } from '../../http/error-reply.ts';
import { readCall } from '../../http/commands/call-table.ts';
import { Writer } from '../../services/commands/writer.ts';
import { type Reading, sqlOf } from '../core/handles.ts';
import type { Store } from '../store.ts';

let store: Store;
beforeEach(async () => void ([store] = (await openSharedStores(1, [{ connections: 1 }])) as [Store]));
afterEach(() => store.close());

const say = (text: string, db: Reading = store.reading) => sql.raw(text).execute(sqlOf(db));
const process = async (): Promise<unknown> => (await say('select pg_backend_pid() as pid')).rows[0];

const ways: [string, (work: (db: Reading) => Promise<void>) => Promise<void>][] = [
  ['read', (work) => store.read(work)],
  ['write', (work) => store.write([], work)],
];

/** In ms; the process stands still for longer. */
const idle = 20;

const standStill = (): void => {
  for (const end = performance.now() + 5 * idle; performance.now() < end;);
};

test.each(ways)(
  'a process that stood still in a %s for longer than a transaction may is told to come again, and goes on',
  async (_name, run) => {
    await say(`set idle_in_transaction_session_timeout = ${idle}`);
    const before = await process();
    const failing = run(async (db) => {
      await say('select 1', db);
      standStill();
      await say('select 1', db);
    });
    expect(refusalOf(await failing.catch((error: unknown) => error))).toMatchObject({ status: 503, details: { retryAfter: 1 } });
    expect(await process()).not.toEqual(before);
  },
);

// The second: a transaction took too long, which PostgreSQL says from version 17 on.
test.each(['25P03', '25P04', '25006'])(
  'a connection that ends with %s is worth nothing more, and its request comes again',
  async (state) => {
    for (const [, run] of ways) {
      const before = await process();
      const failing = run(async (db) => void (await say(`do $$ begin raise exception 'over' using errcode = '${state}'; end $$`, db)));
      expect(refusalOf(await failing.catch((error: unknown) => error))).toMatchObject({ status: 503, details: { retryAfter: 1 } });
      expect(await process()).not.toEqual(before);
    }
  },
);

test('commands on a database that is read only are told to come again, all by one try, and are done once another one answers', async () => {
  const clock = { now: () => campTime };
  await buildCamp(store, clock);
  const errors: string[] = [];
  const writer = new Writer({ store, clock, log: { error: (_details, message) => void errors.push(message) } });
  const calls = Array.from({ length: 3 }, () => {
    const body = { id: uuidv7(), event: home, content: 'Hallo' };
    return readCall({ caller: callerOf('author'), key: uuidv7(), lane: null, method: 'POST', path: '/api/post', body });
  });
  await say('set default_transaction_read_only = on');
  expect(await writer.submit(calls)).toMatchObject(calls.map(() => ({ code: 'unavailable', details: { retryAfter: 1 } })));
  expect(errors).toEqual(['a write failed']);
  expect(await writer.submit(calls)).toMatchObject(calls.map(() => ({ status: 201 })));
  await writer.close();
});
