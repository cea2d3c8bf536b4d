import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { times } from '#contract/times.ts';
import { newDatabase } from '#tests/fixtures/databases/databases.ts';
import { sqlOf } from '../core/handles.ts';
import { mayRecover, openStore, readEpoch, readVersionFloor, storeFailureOf, type Store } from '../store.ts';

/** The tests change its tables. */
let url: string;
let stores: Store[];
let one: Store;
beforeEach(async () => {
  url = await newDatabase(inject('postgres')!.template);
  await open();
  await query(
    `insert into users (id, email, name, role, password_hash, email_verified, version, created_at) values (1, 'a', 'A', 'user', '', 1, 7, 0)`,
  );
  await query(
    `insert into sessions (id, user_id, current_hash, handed_out_at, generation, created_at, expires_at) values ('s', 1, '', 0, 0, 0, 9)`,
  );
  await query(`insert into link_tokens (hash, "use", user_id, created_at, expires_at) values ('l', 'reset', 1, 0, 9)`);
});
afterEach(() => close());

async function open(): Promise<void> {
  stores = await Promise.all([openStore({ url, connections: 2 }), openStore({ url, connections: 2 })]);
  one = stores[0]!;
}

const close = () => Promise.all(stores.splice(0).map((store) => store.close()));

const query = async <Row>(text: string): Promise<Row[]> => (await sql.raw<Row>(text).execute(sqlOf(one.reading))).rows;

const state = async () => {
  const [user] = await query<{ version: number }>('select version from users where id = 1');
  const [session] = await query<{ revoked_at: number | null }>('select revoked_at from sessions');
  return {
    epoch: await readEpoch(one.reading),
    version: user!.version,
    floor: await readVersionFloor(one.reading),
    isSignedIn: session!.revoked_at === null,
    links: (await query('select 1 from link_tokens')).length,
  };
};

/** Changes the stored identity, as if another database had stored it. */
const noteOther = (part: string) => query(`update meta set value = (value::jsonb || '${part}'::jsonb)::text where name = 'identity'`);
const seen = (ago: number) =>
  query(`update meta set value = (floor(extract(epoch from clock_timestamp()) * 1000)::bigint - ${ago})::text where name = 'seen_at'`);
const seenAt = async () => (await query<{ value: string }>("select value from meta where name = 'seen_at'"))[0]!.value;
const look = () => Promise.all(stores.map((store) => store.history()));
const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

/** Functions of PostgreSQL that tests replace. */
const functions = { standby: 'pg_is_in_recovery() returns boolean', log: 'pg_walfile_name(pg_lsn) returns text' };
const redefine = (what: keyof typeof functions, how: string) =>
  query(`create or replace function ${functions[what]} language plpgsql as $$ begin ${how}; end $$`);
const laterTimeline = `return '0000000A0000000000000001'`;
/** Makes the replaced functions take effect. */
async function letItSpeak(): Promise<void> {
  await query(`alter database ${url.split('/').at(-1)!} set search_path = public, pg_catalog`);
  await close();
  await open();
}

test('a database that continues its history keeps its epoch, whichever process looks', async () => {
  const before = await state();
  await look();
  // A new process finds that no process has stored a sighting for a while.
  await seen(times.minute);
  const stale = await seenAt();
  stores.push(await openStore({ url, connections: 2 }));
  expect(await seenAt()).not.toBe(stale);
  expect(await state()).toEqual(before);
});

test.each([
  ['of other tables', () => noteOther('{"objects":"1.1"}')],
  ['of another cluster', () => noteOther('{"cluster":"1"}')],
  ['of an earlier time, by its timeline', () => Promise.all([noteOther('{"timeline":"00000000"}'), seen(times.hour)])],
  ['that an operator declares another', () => query(`update meta set value = 'restored' where name = 'identity'`)],
  [
    'that went back in time, which a process that saw it later detects',
    () =>
      seen(0)
        .then(look)
        .then(() => seen(times.minute)),
  ],
])('a database %s begins one new history: all sessions end, no link works, versions leap', async (_which, change) => {
  const before = await state();
  await change();
  const epochs = await look();
  const after = await state();
  expect(epochs).toEqual([after.epoch, after.epoch]);
  expect(after.epoch).not.toBe(before.epoch);
  expect(after).toMatchObject({ isSignedIn: false, links: 0, version: after.floor + 7 });
  expect(after.floor).toBeGreaterThan(1_000_000);
  await look();
  expect(await state()).toEqual(after);
});

test('after a failover without loss, devices load anew and versions leap, and sessions stay open', async () => {
  const before = await state();
  await noteOther('{"timeline":"00000000"}');
  await look();
  const after = await state();
  expect(after.epoch).not.toBe(before.epoch);
  expect(after).toMatchObject({ isSignedIn: true, links: 1, version: after.floor + 7 });
  expect(after.floor).toBeGreaterThan(1_000_000);
});

test.each([
  [
    'that lacks the last stored sightings',
    async () =>
      seen(0)
        .then(look)
        .then(() => seen(30 * times.second)),
    true,
  ],
  [
    'that lacks more than that and whose clock is behind',
    async () => {
      await letItSpeak();
      await seen(-times.hour);
      await look();
      await seen(0);
      await redefine('log', laterTimeline);
    },
    false,
  ],
])('a failover to a standby %s keeps sessions only if little is lost', async (_which, change, isSignedIn) => {
  const before = await state();
  await change();
  await noteOther('{"timeline":"00000000"}');
  const epochs = await look();
  const after = await state();
  expect(epochs).toEqual([after.epoch, after.epoch]);
  expect(after.epoch).not.toBe(before.epoch);
  expect(after).toMatchObject({ isSignedIn, links: isSignedIn ? 1 : 0 });
});

test('after one process has handled a failover, the others continue, even if a clock that was ahead made them see later times', async () => {
  await letItSpeak();
  await seen(-times.minute);
  await look();
  await seen(0);
  await redefine('log', laterTimeline);
  const epoch = await one.history();
  expect(await look()).toEqual([epoch, epoch]);
  expect((await state()).isSignedIn).toBe(true);
  // Going back on the same timeline is detected, too.
  await seen(times.hour);
  await look();
  expect((await state()).isSignedIn).toBe(false);
});

test('a standby rejects all use, and a server waits for it', async () => {
  await letItSpeak();
  const before = await state();
  await redefine('standby', 'return true');
  await noteOther('{"timeline":"00000000"}');
  expect(storeFailureOf(await failureOf(one.history()))).toBe('broken');
  expect(await one.ping()).toBe(false);
  expect(mayRecover(await failureOf(openStore({ url })))).toBe(true);
  expect(await state()).toEqual(before);
  await redefine('standby', 'return false');
  expect(await one.ping()).toBe(true);
  expect(await one.history()).not.toBe(before.epoch);
});

test('retries when the database could not report its timeline, and then detects the failover', async () => {
  await letItSpeak();
  const { epoch } = await state();
  for (const code of ['57014', '55P03', '53200']) {
    await redefine('log', `raise exception 'not now' using errcode = '${code}'`);
    expect(await failureOf(one.history())).toMatchObject({ code });
  }
  await redefine('log', laterTimeline);
  expect(await one.history()).not.toBe(epoch);
});

test('a half restored database counts as unavailable and is not changed', async () => {
  const before = await state();
  await noteOther('{"objects":"1.1"}');
  await query('alter table sessions drop constraint sessions_pkey cascade');
  expect(storeFailureOf(await failureOf(one.history()))).toBe('broken');
  expect(await state()).toEqual(before);
  await query('alter table sessions add constraint sessions_pkey primary key (id)');
  await query('alter table push_subscriptions add foreign key (session_id) references sessions (id) on delete cascade');
  await look();
  expect((await state()).isSignedIn).toBe(false);
});

test('missing privileges for the identity functions do not count as a change', async () => {
  const before = await state();
  const name = `low_${randomBytes(8).toString('hex')}`;
  await query(`create role ${name} login; grant all on all tables in schema public to ${name};
    revoke execute on function pg_control_system(), pg_walfile_name(pg_lsn) from public`);
  const low = await openStore({ url: url.replace(/\/\/[^@]+@/, `//${name}@`) });
  expect([await low.history(), await low.history()]).toEqual([before.epoch, before.epoch]);
  await low.close();
  await query(`drop owned by ${name}; drop role ${name}`);
  expect(await state()).toEqual(before);
});

test('unsupported identity functions do not count as a change', async () => {
  await letItSpeak();
  const before = await state();
  await redefine('log', `raise exception 'not here' using errcode = '0A000'`);
  expect(await look()).toEqual([before.epoch, before.epoch]);
  stores.push(await openStore({ url, connections: 2 }));
  expect(await state()).toEqual(before);
});

test('a copy of a database is a new one', async () => {
  const epoch = await one.history();
  await close();
  const copy = await newDatabase(url.split('/').at(-1));
  const copied = await openStore({ url: copy });
  expect(await copied.history()).not.toBe(epoch);
  await copied.close();
});
