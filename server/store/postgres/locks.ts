import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Schema } from '../core/schema.ts';
import { say } from './one-connection.ts';

/** Every write shares this one, but for what would need more locks of its own than a server has room for: that has it alone. */
const everything = 0n;
const most = 500;

/**
 * Takes locks by these names for the connection, in an order that is the same for all, so that no two wait for each other. They are of the
 * connection and not of its transaction: what a transaction reads is of one moment from its first statement on, and that moment has to come
 * after the locks. Throws what the database throws where somebody else holds one too long.
 */
export async function takeLocks(connection: Kysely<Schema>, names: ReadonlySet<string>): Promise<void> {
  if (names.size > most) return takeEverything(connection);
  const keys = [...new Set([...names].map(keyOf))].toSorted((one, other) => (one < other ? -1 : 1));
  // Row by row, in the order of the array.
  const text = `select case key when 0 then pg_advisory_lock_shared(key) else pg_advisory_lock(key) end from unnest($1::bigint[]) as key`;
  await say(connection, text, [everything, ...keys].map(String));
}

/** Whether who took the locks of these names has this one. */
export function areLocked(names: ReadonlySet<string>, name: string): boolean {
  return names.size > most || names.has(name) || names.has(plain(name));
}

/** The same for what nothing may be written beside. */
export async function takeEverything(connection: Kysely<Schema>): Promise<void> {
  await say(connection, 'select pg_advisory_lock($1)', everything);
}

/** Gives back all that the connection has. */
export async function giveLocksBack(connection: Kysely<Schema>): Promise<void> {
  await say(connection, 'select pg_advisory_unlock_all()');
}

/** A lock that is named after a scope is the scope's. */
const plain = (name: string): string => name.replace(/^lock /, '');

/** Names that are told apart by 63 bits: two that are not wait for each other now and then. */
const keyOf = (name: string): bigint => hash('sha256', plain(name), 'buffer').readBigInt64BE() | 1n;

/** Whoever has the store open shares this one for as long; it is no name's. */
const use = 2n;

/** Locks with two keys, which are none of those above. */
const agreements = 1;
const schemas = 2;

/** Shares the lock of a schema number for as long as the connection is open. */
export async function announceSchema(connection: Kysely<Schema>, number: number): Promise<void> {
  await say(connection, 'select pg_advisory_lock_shared($1, $2)', schemas, number);
}

/** The same for the connection of a listener. */
export async function shareSchema(connection: pg.Client, number: number): Promise<void> {
  await connection.query('select pg_advisory_lock_shared($1, $2)', [schemas, number]);
}

const ofDatabase = `locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`;

/** Returns the highest schema number that a server announces; 0 if none does. */
export async function newestAnnounced(connection: Kysely<Schema>): Promise<number> {
  const text = `select coalesce(max(objid::bigint), 0) as newest from pg_locks where ${ofDatabase} and objsubid = 2 and classid = $1`;
  const [found] = (await say(connection, text, schemas)) as { newest: number }[];
  return found!.newest;
}

/** Returns how many servers use the database and announce a schema number below `number`, or none, as versions before this lock do. */
export async function serversBefore(connection: Kysely<Schema>, number: number): Promise<number> {
  const text = `select count(*) as older from (select pid from pg_locks where ${ofDatabase} and objsubid = 1 and classid = 0 and objid = $1) as server
    where not exists (select from pg_locks where ${ofDatabase} and pid = server.pid and objsubid = 2 and classid = $2 and objid::bigint >= $3)`;
  const [found] = (await say(connection, text, String(use), schemas, number)) as { older: number }[];
  return found!.older;
}

/** Shares the lock of `word` for as long as it is connected; gives whether nobody has one of another word. */
export async function shareWord(connection: pg.Client, word: string): Promise<boolean> {
  const own = hash('sha256', word, 'buffer').readUInt32BE() >>> 1;
  await connection.query('select pg_advisory_lock_shared($1, $2)', [agreements, own]);
  const others = await connection.query(
    `select from pg_locks where locktype = 'advisory' and objsubid = 2 and classid = $1 and objid <> $2 and granted
     and database = (select oid from pg_database where datname = current_database())`,
    [agreements, own],
  );
  return others.rowCount === 0;
}

/** Waits while somebody has the database alone, to fill it. */
export async function shareUse(connection: pg.Client): Promise<void> {
  await connection.query(`select pg_advisory_lock_shared(${use})`);
}

/** Has the database for this connection alone, until it ends; gives false where somebody else has the store open for longer than `patience` ms. */
export async function takeUse(connection: pg.Client, patience: number): Promise<boolean> {
  try {
    await connection.query(`set lock_timeout = ${patience}; select pg_advisory_lock(${use})`);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === '55P03') return false;
    throw error;
  }
}
