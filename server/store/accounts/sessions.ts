import { limits } from '#contract/limits.ts';
import type { EventRole, Role } from '#contract/roles.ts';
import { deleteSubscriptionsOfSession } from '../push/push-subscriptions.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import { valuesOf } from '../core/dialect.ts';
import { type Given, statement } from '../core/statement.ts';
import { lockAccount } from './account-lock.ts';
import { revokeResetLinks } from './link-tokens.ts';

/** The session of a device. Hashes are SHA-256 of refresh secrets, times are milliseconds since the epoch. */
export interface Session {
  readonly id: string;
  readonly userId: number;
  /** Browser and system; null if the device did not send them. */
  readonly deviceName: string | null;
  readonly currentHash: string;
  readonly previousHash: string | null;
  readonly handedOutAt: number;
  readonly generation: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

export async function insertSession(
  trx: WriteHandle,
  session: Pick<Session, 'id' | 'userId' | 'deviceName' | 'currentHash' | 'createdAt' | 'expiresAt'>,
): Promise<void> {
  lockAccount(trx, session.userId);
  const values = {
    id: session.id,
    user_id: session.userId,
    device_name: session.deviceName,
    current_hash: session.currentHash,
    previous_hash: null,
    handed_out_at: session.createdAt,
    generation: 0,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
    revoked_at: null,
  };
  await sqlOf(trx).insertInto('sessions').values(values).execute();
}

export async function findSession(db: ReadHandle, id: string): Promise<Session | null> {
  const row = await sqlOf(db).selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    userId: row.user_id,
    deviceName: row.device_name,
    currentHash: row.current_hash,
    previousHash: row.previous_hash,
    handedOutAt: row.handed_out_at,
    generation: row.generation,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

/**
 * Replaces the secret. Only one of several concurrent calls with the same `fromHash` returns true. Sessions without a device name get one.
 */
export async function rotateSession(
  trx: WriteHandle,
  {
    id,
    deviceName,
    fromHash,
    toHash,
    now,
    expiresAt,
  }: { fromHash: string; toHash: string; now: number } & Pick<Session, 'id' | 'deviceName' | 'expiresAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await sqlOf(trx)
    .updateTable('sessions')
    .set((is) => ({
      device_name: is.fn.coalesce('device_name', is.val(deviceName)),
      current_hash: toHash,
      previous_hash: fromHash,
      handed_out_at: now,
      expires_at: expiresAt,
      used: 0,
      returns: 0,
      generation: is('generation', '+', 1),
    }))
    .where('id', '=', id)
    .where('current_hash', '=', fromHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Issues the current secret again for its predecessor. Returns false if the predecessor has ended, or came back too often after its
 * successor was used.
 */
export async function reissueSecret(
  trx: WriteHandle,
  { id, previousHash, now, maxReturns }: { id: string; previousHash: string; now: number; maxReturns: number },
): Promise<boolean> {
  const { numUpdatedRows } = await sqlOf(trx)
    .updateTable('sessions')
    .set((is) => ({ handed_out_at: now, returns: is('returns', '+', is.ref('used')), used: 0 }))
    .where('id', '=', id)
    .where('previous_hash', '=', previousHash)
    .where('revoked_at', 'is', null)
    .where((is) => is(is('returns', '+', is.ref('used')), '<=', maxReturns))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores that the secret of this generation was used. `isKept` proves that the device stored it, so its predecessor ends. */
export async function recordUse(
  trx: WriteHandle,
  { id, generation, handedOutAt, isKept }: { id: string; isKept: boolean } & Pick<Session, 'generation' | 'handedOutAt'>,
): Promise<void> {
  await sqlOf(trx)
    .updateTable('sessions')
    .set(isKept ? { previous_hash: null } : { used: 1 })
    .where('id', '=', id)
    .where('generation', '=', generation)
    .where('handed_out_at', '=', handedOutAt)
    .execute();
}

/** Returns which of these sessions have ended at `now` (ms) or were deleted. */
export async function endedSessions(db: ReadHandle, ids: readonly string[], now: number): Promise<Set<string>> {
  const alive = await sqlOf(db)
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return new Set(ids).difference(new Set(alive.map(({ id }) => id)));
}

/** Announces the end of all sessions of a user whose rows are deleted in this transaction. */
export async function endSessionsWith(trx: WriteHandle, userId: number): Promise<void> {
  lockAccount(trx, userId);
  const rows = await sqlOf(trx).selectFrom('sessions').select('id').where('user_id', '=', userId).execute();
  for (const { id } of rows) trx.news.endedSessions.add(id);
}

const openSessions = (db: ReadHandle, userId: number, now: number) =>
  sqlOf(db).selectFrom('sessions').where('user_id', '=', userId).where('revoked_at', 'is', null).where('expires_at', '>', now);

/** Returns the sessions of a user that are open at `now` (ms), `current` first, then the latest used; at most one answer's worth. */
export async function openSessionsOf(
  db: ReadHandle,
  userId: number,
  { now, current }: { now: number; current: string },
): Promise<Pick<Session, 'id' | 'deviceName' | 'createdAt' | 'handedOutAt'>[]> {
  return openSessions(db, userId, now)
    .select(['id', 'device_name as deviceName', 'created_at as createdAt', 'handed_out_at as handedOutAt'])
    .orderBy((is) => is.case().when('id', '=', current).then(0).else(1).end())
    .orderBy('handed_out_at', 'desc')
    .limit(limits.listRows)
    .execute();
}

/** Returns the number of sessions of a user that are open at `now` (ms). */
export async function countOpenSessions(db: ReadHandle, userId: number, now: number): Promise<number> {
  const { count } = await openSessions(db, userId, now)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores that the session proved the password at `now` (ms). */
export async function recordProof(trx: WriteHandle, sessionId: string, now: number): Promise<void> {
  await sqlOf(trx).updateTable('sessions').set({ proved_at: now }).where('id', '=', sessionId).execute();
}

/** Ends a session and deletes the push subscription of its device. */
export async function revokeSession(trx: WriteHandle, { id, userId }: Pick<Session, 'id' | 'userId'>, now: number): Promise<void> {
  lockAccount(trx, userId);
  await deleteSubscriptionsOfSession(trx, id);
  await sqlOf(trx).updateTable('sessions').set({ revoked_at: now }).where('id', '=', id).where('revoked_at', 'is', null).execute();
  trx.news.endedSessions.add(id);
}

/**
 * Ends one open session of a user, or all except one, and deletes their push subscriptions. `now` is in milliseconds. Returns how many
 * ended.
 */
export async function revokeSessionsOf(
  trx: WriteHandle,
  userId: number,
  which: { readonly only: string } | { readonly except: string | null },
  now: number,
): Promise<number> {
  lockAccount(trx, userId);
  const ended = await sqlOf(trx)
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where((is) => {
      if ('only' in which) return is('id', '=', which.only);
      return which.except === null ? is.lit(true) : is('id', '!=', which.except);
    })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .execute();
  for (const { id } of ended) {
    await deleteSubscriptionsOfSession(trx, id);
    trx.news.endedSessions.add(id);
  }
  return ended.length;
}

/** Replaces the password, revokes reset links, and ends every session except `keepSessionId`. */
export async function replacePassword(
  trx: WriteHandle,
  { userId, passwordHash, keepSessionId, now }: { userId: number; passwordHash: string; keepSessionId: string | null; now: number },
): Promise<void> {
  lockAccount(trx, userId);
  await sqlOf(trx).updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
  await revokeResetLinks(trx, userId);
  await revokeSessionsOf(trx, userId, { except: keepSessionId }, now);
}

export async function deleteEndedSessions(trx: WriteHandle, userId: number, now: number): Promise<void> {
  await sqlOf(trx)
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where((is) => is.or([is('expires_at', '<=', now), is('revoked_at', 'is not', null)]))
    .execute();
}

/** Deletes all ended sessions and the push endpoints of their devices. */
export async function deleteAllEndedSessions(trx: WriteHandle, now: number): Promise<void> {
  const alive = sqlOf(trx).selectFrom('sessions').select('id').where('revoked_at', 'is', null).where('expires_at', '>', now);
  await sqlOf(trx).deleteFrom('push_subscriptions').where('session_id', 'not in', alive).execute();
  await sqlOf(trx).deleteFrom('sessions').where('id', 'not in', alive).execute();
}

/** The current secret of a session while its predecessor is still valid. */
export interface Unsettled {
  readonly generation: number;
  readonly handedOutAt: number;
  readonly isUsed: boolean;
}

export interface CallerRow {
  readonly userId: number;
  readonly role: Role;
  readonly activeEventId: number | null;
  readonly eventRoles: Record<number, EventRole>;
  readonly datingIn: readonly number[];
  readonly emailVerified: boolean;
  readonly secondFactor: boolean;
  readonly unsettled: Unsettled | null;
  /** When the session last proved the password (ms since the epoch), by signing in or later. */
  readonly provedAt: number;
  /** When the session expires (ms since the epoch). */
  readonly expiresAt: number;
}

/** Reads only the `callerTables` of `store/sqlite/open.ts`. */
const callersOf = statement((db, given: Given<{ sessionIds: string; now: number }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('memberships', 'memberships.user_id', 'users.id')
    .leftJoin('dating_participants', (join) =>
      join.onRef('dating_participants.user_id', '=', 'users.id').onRef('dating_participants.event_id', '=', 'memberships.event_id'),
    )
    .select(['sessions.id', 'sessions.user_id', 'users.role', 'users.active_event_id', 'users.email_verified'])
    .select((is) => is('users.totp_secret', 'is not', null).as('has_factor'))
    .select(['memberships.event_id', 'memberships.role as event_role', 'dating_participants.event_id as dating_in'])
    .select(['sessions.previous_hash', 'sessions.generation', 'sessions.handed_out_at', 'sessions.used', 'sessions.expires_at'])
    .select((is) => is.fn.coalesce('sessions.proved_at', 'sessions.created_at').as('proved_at'))
    .where('sessions.id', 'in', valuesOf<string>(db, given('sessionIds'), 'text'))
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', given('now')),
);

/** Returns the callers of the sessions that are open at `now` (ms), with their current roles, in one query. */
export async function findCallers(db: ReadHandle, sessionIds: readonly string[], now: number): Promise<Map<string, CallerRow>> {
  const found = await callersOf(db, { sessionIds: JSON.stringify(sessionIds), now });
  const callers = new Map<string, CallerRow>();
  for (const [id, rows] of Map.groupBy(found, (row) => row.id)) {
    const [first] = rows as [(typeof rows)[number]];
    const { user_id: userId, role, active_event_id: activeEventId } = first;
    const eventRoles: Record<number, EventRole> = {};
    for (const row of rows) if (row.event_id !== null && row.event_role !== null) eventRoles[row.event_id] = row.event_role;
    const datingIn = rows.flatMap(({ dating_in }) => dating_in ?? []);
    const unsettled =
      first.previous_hash === null ? null : { generation: first.generation, handedOutAt: first.handed_out_at, isUsed: first.used === 1 };
    const emailVerified = first.email_verified === 1;
    const secondFactor = Boolean(first.has_factor);
    const { proved_at: provedAt, expires_at: expiresAt } = first;
    callers.set(id, { userId, role, activeEventId, eventRoles, datingIn, emailVerified, secondFactor, unsettled, provedAt, expiresAt });
  }
  return callers;
}

/** Returns the caller of one session if it belongs to this user, else null. */
export async function findCaller(db: ReadHandle, sessionId: string, userId: number, now: number): Promise<CallerRow | null> {
  const found = (await findCallers(db, [sessionId], now)).get(sessionId);
  return found?.userId === userId ? found : null;
}

/** Marks a pre-session as used until it expires at `expiresAt` (ms); only one of several concurrent calls returns true. */
export async function spendPreSession(trx: WriteHandle, { hash, expiresAt }: { hash: string; expiresAt: number }): Promise<boolean> {
  const spent = await sqlOf(trx)
    .insertInto('spent_pre_sessions')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Deletes the pre-sessions that have expired at `time` (ms since the epoch). */
export async function deletePreSessionsBefore(trx: WriteHandle, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('spent_pre_sessions').where('expires_at', '<=', time).execute();
}
