import { afterEach, beforeEach, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { frozen, machineOff, openSharedCamp, type SharedCamp, untilItWaits, watched } from '#tests/fixtures/databases/shared-camp.ts';
import type { Clock } from '../lib/clock.ts';
import { sqlOf } from '../store/core/handles.ts';
import { insertMail, nextMailAt } from '../store/mail/mails.ts';
import type { PostgresOptions } from '../store/postgres/open.ts';
import type { Store } from '../store/store.ts';
import { MailDelivery } from './delivery.ts';
import type { SendMail, SendOutcome } from './message.ts';

const played = { time: 0, now: () => played.time };
let camp: SharedCamp;
let stores: readonly [Store, Store, Store];

async function setUp(clock: Clock = played, own?: readonly Partial<PostgresOptions>[]): Promise<void> {
  camp = await openSharedCamp(3, clock, own);
  stores = camp.stores as [Store, Store, Store];
}
beforeEach(() => void (played.time = Date.UTC(2026, 10, 21, 12)));
afterEach(() => camp.close());

const sent: SendOutcome = { kind: 'sent' };
const log = { warn: () => {}, error: (details: object, message: string) => expect.fail(`${message} ${JSON.stringify(details)}`) };

function processOn(store: Store, { answer = async () => sent, clock = played }: { answer?: SendMail; clock?: Clock } = {}) {
  const mailed: string[] = [];
  const send: SendMail = (message, signal) => {
    mailed.push(message.to.address);
    return answer(message, signal);
  };
  const prepare: ConstructorParameters<typeof MailDelivery>[0]['prepare'] = async (_trx, { id, address, createdAt }) => ({
    id,
    to: { name: '', address },
    userId: 0,
    subject: '',
    text: '',
    html: '',
    createdAt,
  });
  return { mailed, delivery: new MailDelivery({ store, clock, log, prepare, send, random: () => 0 }) };
}

function stuckOn(store: Store, clock: Clock = played) {
  const { promise, resolve: end } = Promise.withResolvers<SendOutcome>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const answer: SendMail = () => {
    begin();
    return promise;
  };
  return { ...processOn(store, { answer, clock }), begun, end };
}

const queue = (addresses: readonly string[], at = played.now(), kind: 'reset' | 'password-changed' = 'reset') =>
  stores[0].write([], async (trx) => {
    for (const address of addresses) await insertMail(trx, { kind, address, userId: null, language: null }, at);
  });

const left = () => sqlOf(stores[0].reading).selectFrom('mails').select(['state', 'attempts', 'next_at']).execute();

test('each mail is sent once, whichever process sends it', async () => {
  await setUp();
  const addresses = Array.from({ length: 40 }, (_, index) => `${10 + index}@camp.example`);
  await queue(addresses);
  const processes = stores.map((store) => processOn(store));
  await Promise.all(processes.map(({ delivery }) => delivery.sendDue()));
  expect(processes.flatMap(({ mailed }) => mailed).toSorted()).toEqual(addresses);
  expect(await left()).toEqual([]);
});

test('processes claim mails one after another, one per address and without repeating a claim', async () => {
  await setUp();
  await queue(['one@camp.example']);
  await queue(['one@camp.example'], played.now() + 1, 'password-changed');
  played.time += 1;
  const { promise, resolve } = Promise.withResolvers<void>();
  const [first, second] = [watched(stores[0], promise), watched(stores[1])];
  const slow = stuckOn(first.store);
  const other = processOn(second.store);
  const sending = slow.delivery.sendDue();
  await first.inside;
  const alsoSending = other.delivery.sendDue();
  await untilItWaits(stores[2], alsoSending);
  resolve();
  await Promise.all([slow.begun, alsoSending]);
  expect([slow.mailed, other.mailed]).toEqual([['one@camp.example'], []]);
  // Mails blocked by another one do not cause a busy loop.
  expect(await nextMailAt(stores[1].reading)).toBe(played.time + 5 * times.minute);
  slow.end(sent);
  await sending;
  for (const { seen } of [first, second]) expect(seen.runs).toBe(seen.writes);
  expect(await left()).toEqual([]);
});

test('a process frozen before sending leaves the mail to the process that claimed it since', async () => {
  await setUp();
  await queue(['one@camp.example']);
  const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>();
  const { committed, store } = frozen(stores[0], thawed);
  const [slow, other] = [processOn(store), processOn(stores[1])];
  const sending = slow.delivery.sendDue();
  await committed;
  played.time += 5 * times.minute;
  await other.delivery.sendDue();
  thaw();
  await sending;
  expect([slow.mailed, other.mailed, await left()]).toEqual([[], ['one@camp.example'], []]);
});

test.each<[string, SendOutcome]>([
  ['was taken', sent],
  ['is to be sent again', { kind: 'later', reason: '' }],
  ['was refused', { kind: 'refused', reason: '' }],
])('a late result that a mail %s does not affect the new claim', async (_name, outcome) => {
  await setUp();
  await queue(['one@camp.example']);
  const late = stuckOn(stores[0]);
  const first = late.delivery.sendDue();
  await late.begun;
  played.time += 5 * times.minute;
  const other = stuckOn(stores[1]);
  const second = other.delivery.sendDue();
  await other.begun;
  late.end(outcome);
  await first;
  expect(await left()).toEqual([{ state: 'sending', attempts: 2, next_at: played.time + 5 * times.minute }]);
  other.end(sent);
  await second;
  expect(await left()).toEqual([]);
});

test('a process whose machine is off by an hour sends nothing early or late, and claims nothing of others', async () => {
  await setUp({ now: () => Date.now() }, [{}, machineOff(times.hour), machineOff(-times.hour)]);
  const [right, ahead, behind] = stores;
  await queue(['later@camp.example'], right.clock.now() + 10 * times.minute);
  const early = processOn(ahead, { clock: ahead.clock });
  await early.delivery.sendDue();
  expect(early.mailed).toEqual([]);
  await queue(['now@camp.example'], right.clock.now());
  const slow = stuckOn(behind, behind.clock);
  const sending = slow.delivery.sendDue();
  await Promise.race([slow.begun, sending]);
  await early.delivery.sendDue();
  expect([slow.mailed, early.mailed]).toEqual([['now@camp.example'], []]);
  slow.end(sent);
  await sending;
  expect(await left()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
});
