import { Refusal } from '#contract/errors.ts';
import { type Actor, eventRoleIn } from '#contract/roles.ts';
import { scopeOf } from '#contract/scope.ts';
import { type Caller, requireAccess, lacksFactor } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { accountLock } from '#server/store/accounts/account-lock.ts';
import { findEvent } from '#server/store/repositories/lists.ts';
import { endedSessions, findCaller } from '#server/store/accounts/sessions.ts';
import { dynamicScopes, type ReadHandle, type Store, type TouchedScopes, type WriteHandle } from '#server/store/store.ts';

type Signed = Pick<Caller, 'sessionId' | 'userId' | 'adminsNeedFactor'>;

/** Throws `unauthenticated` if the caller's session has ended since the request arrived. `now` is in ms since the epoch. */
export async function requireOpenSession(db: ReadHandle, { sessionId }: Pick<Caller, 'sessionId'>, now: number): Promise<void> {
  if ((await endedSessions(db, [sessionId], now)).size > 0) throw new Refusal('unauthenticated');
}

/**
 * `Store.write` for online calls of a signed-in user: reads session and roles again in the transaction, because they may have ended during
 * the request. Also throws `unauthenticated`.
 */
export function writeAs<T>(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  caller: Signed,
  scopes: TouchedScopes,
  work: (trx: WriteHandle, actor: Actor) => Promise<T>,
): Promise<T> {
  // Locks the account: if two sessions of a person end each other, only the first one succeeds.
  const own = accountLock(caller.userId);
  const all = 'known' in scopes ? dynamicScopes([own, ...scopes.known]) : [own, ...scopes];
  return store.write(all, async (trx) => {
    const found = await findCaller(trx, caller.sessionId, caller.userId, clock.now());
    if (!found) throw new Refusal('unauthenticated');
    return work(trx, { userId: caller.userId, role: found.role, eventRoles: found.eventRoles, lacksFactor: lacksFactor(caller, found) });
  });
}

/** The role that a call requires: global admin, or event admin of this event. */
export type RequiredRole = { readonly access: 'global-admin' } | { readonly access: 'event-admin'; readonly eventId: number };

export const eventAdminOf = (eventId: number): RequiredRole => ({ access: 'event-admin', eventId });

/**
 * Throws `not_found` if the event does not exist or is hidden from the person, `forbidden` without the role, and `second_factor_required`
 * for an admin without a second factor.
 */
export async function requireRole(db: ReadHandle, actor: Actor, required: RequiredRole): Promise<void> {
  if (required.access === 'event-admin') {
    const event = await findEvent(db, required.eventId);
    if (!event || (!event.visible && eventRoleIn(actor, required.eventId) === null)) throw new Refusal('not_found');
  }
  requireAccess(actor, required.access, 'eventId' in required ? { eventId: required.eventId } : {});
}

/** `writeAs` for calls of admins: if two admins remove each other, only the first one succeeds. Throws the refusals of `requireRole`. */
export function writeAsAdmin<T>(
  deps: { readonly store: Store; readonly clock: Clock },
  caller: Signed,
  required: RequiredRole,
  work: (trx: WriteHandle, admin: Actor) => Promise<T>,
): Promise<T> {
  // Takes further locks as the work finds its rows. Global admins act one after another, so that one of them remains.
  const known = required.access === 'global-admin' ? [scopeOf.all] : [scopeOf.event(required.eventId)];
  return writeAs(deps, caller, dynamicScopes(known), async (trx, admin) => {
    await requireRole(trx, admin, required);
    return work(trx, admin);
  });
}
