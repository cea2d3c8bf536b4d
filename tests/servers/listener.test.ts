import { once } from 'node:events';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { DatabaseClock } from '../../server/store/postgres/database-clock.ts';
import { Listener } from '../../server/store/postgres/listener.ts';
import { newDatabase } from '../fixtures/databases.ts';
import { Wire } from './harness/wire.ts';

/** How long (ms) the database may say nothing. */
const patience = 250;

/** Of a connection that comes about, takes its lock, listens, and is asked for the time. */
const pieces = [1, 2, 3, 4];

let wire: Wire;
let url: string;
beforeAll(async () => {
  ({ wire, url } = await Wire.to(await newDatabase(inject('postgres')!.template)));
});
afterAll(() => wire.close());

/** `mayHaveMissed` hears each time that anything may have happened. */
const listenerOf = (mayHaveMissed: EventTarget, patienceOf = patience) =>
  new Listener(
    url,
    new DatabaseClock({ now: () => performance.now() }),
    ({ scopes }) => scopes === 'all' && mayHaveMissed.dispatchEvent(new Event('all')),
    patienceOf,
  );

test('one that hears no more and is not told so listens again, and again where that falls silent too', async () => {
  const mayHaveMissed = new EventTarget();
  const listener = listenerOf(mayHaveMissed);
  await listener.start();
  for (const passing of pieces) {
    wire.fallSilentAfter(0, passing);
    await once(mayHaveMissed, 'all');
    wire.mend();
  }
  await listener.stop();
  await vi.waitFor(() => expect(wire.connections).toBe(0));
});

test('one that does not get to the database says again and again that anything may have happened', async () => {
  const mayHaveMissed = new EventTarget();
  const listener = listenerOf(mayHaveMissed, 25);
  await listener.start();
  wire.cut();
  for (let said = 0; said < 3; said += 1) await once(mayHaveMissed, 'all');
  await listener.stop();
  wire.mend();
  await vi.waitFor(() => expect(wire.connections).toBe(0));
});
