import { once } from 'node:events';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { DatabaseClock } from '#server/store/postgres/database-clock.ts';
import { Listener } from '#server/store/postgres/listener.ts';
import { newDatabase } from '../fixtures/databases/databases.ts';
import { Wire } from './harness/wire.ts';

/** The time (ms) for which the database may be silent. */
const patience = 250;

/** The pieces of a connection: connect, lock, listen, and read the time. */
const pieces = [1, 2, 3, 4];

let wire: Wire;
let url: string;
beforeAll(async () => {
  ({ wire, url } = await Wire.to(await newDatabase(inject('postgres')!.template)));
});
afterAll(() => wire.close());

/** Returns a listener; `mayHaveMissed` receives an event each time that news may be lost. */
const listenerOf = (mayHaveMissed: EventTarget, patienceOf = patience) =>
  new Listener(
    url,
    new DatabaseClock({ now: () => performance.now() }),
    ({ scopes }) => scopes === 'all' && mayHaveMissed.dispatchEvent(new Event('all')),
    patienceOf,
  );

test('a listener on a silent connection listens again, and again if the next one falls silent', async () => {
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

test('a listener that cannot reach the database reports again and again that news may be lost', async () => {
  const mayHaveMissed = new EventTarget();
  const listener = listenerOf(mayHaveMissed, 25);
  await listener.start();
  wire.cut();
  for (let round = 0; round < 3; round += 1) await once(mayHaveMissed, 'all');
  await listener.stop();
  wire.mend();
  await vi.waitFor(() => expect(wire.connections).toBe(0));
});
