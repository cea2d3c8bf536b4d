import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { callerOf } from '#tests/fixtures/camp.ts';
import { openSharedCamp, type SharedCamp } from '#tests/fixtures/databases/shared-camp.ts';
import { readCall } from '#server/http/commands/call-table.ts';
import { createAllowances } from '../auth/allowances.ts';
import { secretOf } from '../auth/secret.ts';
import { createAnonymousWrites } from '../auth/throttle.ts';
import { Writer } from '../commands/writer.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { addressNoticeHook } from './address-notice-hook.ts';

const clock = { time: Date.UTC(2026, 10, 21, 12), now: () => clock.time };
let camp: SharedCamp;
let writers: Writer[];

beforeEach(async () => {
  camp = await openSharedCamp(2, clock);
  const log = { error: (details: object) => expect.fail(JSON.stringify(details)) };
  const secret = secretOf(Buffer.alloc(32, 1));
  writers = camp.stores.map((store) => {
    const allowances = createAllowances({ store, clock, secret, anonymousWrites: createAnonymousWrites() });
    return new Writer({ store, clock, log, beforeCommit: addressNoticeHook(() => undefined, allowances) });
  });
});
afterEach(async () => {
  for (const writer of writers) await writer.close();
  await camp.close();
});

async function change(count: number): Promise<void> {
  const calls = Array.from({ length: count }, () => {
    const body = { email: `${uuidv7()}@other.example` };
    return readCall({ caller: callerOf('author'), key: uuidv7(), lane: null, method: 'POST', path: '/api/users/me', body });
  });
  const answers = await Promise.all(calls.map((call, index) => writers[index % 2]!.submit([call])));
  expect(answers.flat().filter((answer) => answer instanceof Error)).toEqual([]);
}

const verifyMails = async () => {
  const mails = sqlOf(camp.stores[0]!.reading).selectFrom('mails').select('address').where('kind', '=', 'verify');
  return (await mails.execute()).length;
};

test('at most five address changes an hour cause a mail, across all processes', async () => {
  await change(8);
  expect(await verifyMails()).toBe(5);
  await change(2);
  expect(await verifyMails()).toBe(5);
  clock.time += times.hour;
  await change(2);
  expect(await verifyMails()).toBe(7);
});
