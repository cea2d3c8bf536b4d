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

test('one that hears no more and is not told so listens again, and again where that falls silent too', async () => {
  const mayHaveMissed = new EventTarget();
  const clock = new DatabaseClock({ now: () => performance.now() });
  const listener = new Listener(url, clock, ({ scopes }) => scopes === 'all' && mayHaveMissed.dispatchEvent(new Event('all')), patience);
  await listener.start();
  for (const passing of pieces) {
    wire.fallSilentAfter(0, passing);
    await once(mayHaveMissed, 'all');
    wire.mend();
  }
  await listener.stop();
  await vi.waitFor(() => expect(wire.connections).toBe(0));
});
