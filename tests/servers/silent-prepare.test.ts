import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { times } from '#contract/times.ts';
import { DatabaseUnavailable } from '#server/store/core/failures.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import type { Schema } from '#server/store/core/schema.ts';
import { untilSilent, ofStarts, openPostgres } from '#server/store/postgres/connections.ts';
import { lockEverything } from '#server/store/postgres/locks.ts';
import { prepare } from '#server/store/postgres/prepare.ts';
import { openStore, readEpoch, type Store } from '#server/store/store.ts';
import { newDatabase } from '../fixtures/databases/databases.ts';
import { Wire } from './harness/wire.ts';

/** The time (ms) for which a connection may be silent. */
const patience = 100;

/** Time (ms) for some sixty rounds: each waits, a few for long. */
const allRounds = 5 * times.minute;

let wire: Wire;
let url: string;
let direct: string;
/** Another process with a working connection. */
let other: Store;
beforeAll(async () => {
  direct = await newDatabase(inject('postgres')!.template);
  ({ wire, url } = await Wire.to(direct));
  other = await openStore({ url: direct, connections: 2 });
});
afterAll(async () => {
  wire.close();
  await other.close();
});

/** Makes the database appear as another one, which must begin a new history. */
const change = () =>
  sql`update meta set value = (value::jsonb || '{"objects":"1.1"}'::jsonb)::text where name = 'identity'`.execute(sqlOf(other.reading));
const write = () => other.write([], async () => 'written');

test(
  'a process that begins a new history and loses its connection at any point gives up, and others continue',
  async () => {
    const epoch = await readEpoch(other.reading);
    let isBegun = false;
    for (let round = 0; !isBegun; round += 1) {
      await change();
      // Now and then the check for a live connection falls silent, too, which takes longer.
      wire.fallSilentAfter(...(round % 16 === 8 ? [round, 0] : [round]));
      const outcome = await prepare(url, { patience }).then(
        () => 'begun',
        (error: unknown) => (error instanceof DatabaseUnavailable ? 'given up' : error),
      );
      wire.mend();
      isBegun = outcome === 'begun';
      expect(['begun', 'given up']).toContain(outcome);
      expect(await write()).toBe('written');
    }
    expect(await readEpoch(other.reading)).not.toBe(epoch);
  },
  allRounds,
);

test('a connection to an unreachable server counts as silent', async () => {
  const nowhere = direct.replace(/:\d+\//, ':1/');
  await expect(untilSilent(nowhere, () => 1, 1, new AbortController().signal)).resolves.toBeUndefined();
});

test('a connection that waits for a lock is not silent', async () => {
  const patience = 300;
  await change();
  const epoch = await readEpoch(other.reading);
  const { promise, resolve } = Promise.withResolvers<void>();
  const writing = other.write([], () => promise);
  const preparing = prepare(url, { patience });
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'
    and query_start < clock_timestamp() - ${2.5 * patience} * interval '1 ms'`;
  const waits = vi.waitFor(async () => expect((await waiting.execute(sqlOf(other.reading))).rows).toHaveLength(1));
  await Promise.race([waits, preparing]).finally(resolve);
  await Promise.all([writing, preparing]);
  expect(await readEpoch(other.reading)).not.toBe(epoch);
});

test('a stopping process does not wait for a silent connection', async () => {
  await change();
  wire.fallSilentAfter(4);
  const stopping = new AbortController();
  const failing = prepare(url, { stopping: stopping.signal, patience: 600_000 }).catch((error: unknown) => error);
  await vi.waitFor(() => expect(wire.isWhole).toBe(false));
  stopping.abort();
  expect(await failing).toBe(stopping.signal.reason);
});

test('the server ends a silent connection that holds locks', async () => {
  const open = (limits?: typeof ofStarts) => new Kysely<Schema>({ dialect: openPostgres(direct, 1, limits).dialect });
  const silent = open({ ...ofStarts, idle: patience });
  await silent.connection().execute(async (connection) => {
    await lockEverything(connection);
    expect(await write()).toBe('written');
    await expect(lockEverything(connection)).rejects.toThrow(DatabaseUnavailable);
  });
  await silent.destroy();
  for (const usual of [open(ofStarts), open()]) {
    const { rows } = await sql`show idle_session_timeout`.execute(usual);
    expect(rows).toEqual([{ idle_session_timeout: '15s' }]);
    await usual.destroy();
  }
});
