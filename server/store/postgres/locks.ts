import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Schema } from '../core/schema.ts';
import { runRaw } from './one-connection.ts';

/** All writes share this lock. A write that needs more locks than the server has room for takes it exclusively. */
const allWrites = 0n;
const most = 500;

/**
 * Takes named locks for the connection, in a fixed order to avoid deadlocks. They belong to the session and not to the transaction, because
 * the snapshot of a transaction must begin after the locks. Throws a database error after a long wait.
 */
export async function acquireLocks(connection: Kysely<Schema>, names: ReadonlySet<string>): Promise<void> {
  if (names.size > most) return lockEverything(connection);
  const keys = [...new Set([...names].map(keyOf))].toSorted((one, other) => (one < other ? -1 : 1));
  // In the order of the array, row by row.
  const text = `select case key when 0 then pg_advisory_lock_shared(key) else pg_advisory_lock(key) end from unnest($1::bigint[]) as key`;
  await runRaw(connection, text, [allWrites, ...keys].map(String));
}

export function areLocked(names: ReadonlySet<string>, name: string): boolean {
  return names.size > most || names.has(name) || names.has(scopeNameOf(name));
}

export async function lockEverything(connection: Kysely<Schema>): Promise<void> {
  await runRaw(connection, 'select pg_advisory_lock($1)', allWrites);
}

export async function releaseLocks(connection: Kysely<Schema>): Promise<void> {
  await runRaw(connection, 'select pg_advisory_unlock_all()');
}

/** A lock named after a scope is the scope's own lock. */
const scopeNameOf = (name: string): string => name.replace(/^lock /, '');

/** Returns the key of a lock: 63 bits of a hash. Colliding names only wait for each other. */
const keyOf = (name: string): bigint => hash('sha256', scopeNameOf(name), 'buffer').readBigInt64BE() | 1n;

/** Shared by every open store; even, so that no named lock has this key. */
const use = 2n;

/** Locks with two keys, a separate space. */
const agreements = 1;
const schemas = 2;

/** Shares the lock of a schema number for as long as the connection is open. */
export async function announceSchema(connection: Kysely<Schema>, number: number): Promise<void> {
  await runRaw(connection, 'select pg_advisory_lock_shared($1, $2)', schemas, number);
}

/** Like `announceSchema`, on the connection of a listener. */
export async function shareSchema(connection: pg.Client, number: number): Promise<void> {
  await connection.query('select pg_advisory_lock_shared($1, $2)', [schemas, number]);
}

const ofDatabase = `locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`;

/** Returns the highest schema number that a server announces, or 0. */
export async function newestAnnounced(connection: Kysely<Schema>): Promise<number> {
  const text = `select coalesce(max(objid::bigint), 0) as newest from pg_locks where ${ofDatabase} and objsubid = 2 and classid = $1`;
  const [found] = (await runRaw(connection, text, schemas)) as { newest: number }[];
  return found!.newest;
}

/** Returns how many servers announce a schema number below `number`, or none, like versions older than this lock. */
export async function serversBefore(connection: Kysely<Schema>, number: number): Promise<number> {
  const text = `select count(*) as older from (select pid from pg_locks where ${ofDatabase} and objsubid = 1 and classid = 0 and objid = $1) as server
    where not exists (select from pg_locks where ${ofDatabase} and pid = server.pid and objsubid = 2 and classid = $2 and objid::bigint >= $3)`;
  const [found] = (await runRaw(connection, text, String(use), schemas, number)) as { older: number }[];
  return found!.older;
}

/** Shares the lock of `value` for as long as the connection is open; returns whether no other word is locked. */
export async function shareAgreement(connection: pg.Client, value: string): Promise<boolean> {
  const own = hash('sha256', value, 'buffer').readUInt32BE() >>> 1;
  await connection.query('select pg_advisory_lock_shared($1, $2)', [agreements, own]);
  const others = await connection.query(
    `select from pg_locks where locktype = 'advisory' and objsubid = 2 and classid = $1 and objid <> $2 and granted
     and database = (select oid from pg_database where datname = current_database())`,
    [agreements, own],
  );
  return others.rowCount === 0;
}

/** Waits while a process has the database exclusively in order to fill it. */
export async function shareUsage(connection: pg.Client): Promise<void> {
  await connection.query(`select pg_advisory_lock_shared(${use})`);
}

/** Takes the database exclusively until the connection ends. Returns false if a store is open for longer than `patience` ms. */
export async function lockForFilling(connection: pg.Client, patience: number): Promise<boolean> {
  try {
    await connection.query(`set lock_timeout = ${patience}; select pg_advisory_lock(${use})`);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === '55P03') return false;
    throw error;
  }
}
