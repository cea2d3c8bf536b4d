import { Refusal } from '../../../contract/errors.ts';
import { type Actor, eventRoleIn } from '../../../contract/roles.ts';
import { scopeOf } from '../../../contract/scope.ts';
import { type Caller, demand, lacksFactor } from '../../lib/caller.ts';
import type { Clock } from '../../lib/clock.ts';
import { accountLock } from '../../store/accounts/account-lock.ts';
import { findEvent } from '../../store/repositories/lists.ts';
import { endedSessions, findCaller } from '../../store/accounts/sessions.ts';
import { asFound, type Reading, type Store, type TouchedScopes, type Writing } from '../../store/store.ts';

type Signed = Pick<Caller, 'sessionId' | 'userId' | 'adminsNeedFactor'>;

/** Throws `unauthenticated` where the caller's session has ended since their request came. `now` is in ms since the epoch. */
export async function refuseEnded(db: Reading, { sessionId }: Pick<Caller, 'sessionId'>, now: number): Promise<void> {
  if ((await endedSessions(db, [sessionId], now)).size > 0) throw new Refusal('unauthenticated');
}

/**
 * `Store.write` for everything that somebody who is signed in writes beside commands: an ended session writes nothing, and a role that was lost
 * counts for nothing, however long the request was under way, so both are looked at again in the transaction. Throws `unauthenticated` besides.
 */
export function writeAs<T>(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  caller: Signed,
  scopes: TouchedScopes,
  work: (trx: Writing, actor: Actor) => Promise<T>,
): Promise<T> {
  // Of two sessions of a person that end each other, one is late.
  const own = accountLock(caller.userId);
  const all = 'known' in scopes ? asFound([own, ...scopes.known]) : [own, ...scopes];
  return store.write(all, async (trx) => {
    const found = await findCaller(trx, caller.sessionId, caller.userId, clock.now());
    if (!found) throw new Refusal('unauthenticated');
    return work(trx, { userId: caller.userId, role: found.role, eventRoles: found.eventRoles, lacksFactor: lacksFactor(caller, found) });
  });
}

/** What somebody has to be: an admin of everything, or of this event. */
export type Office = { readonly access: 'global-admin' } | { readonly access: 'event-admin'; readonly eventId: number };

/** Throws `not_found` for an event that is not there and, just the same, for a hidden one of others; `forbidden` for who is no admin of it, `second_factor_required` for an admin who lacks it. */
export async function refuseOthers(db: Reading, actor: Actor, office: Office): Promise<void> {
  if (office.access === 'event-admin') {
    const event = await findEvent(db, office.eventId);
    if (!event || (!event.visible && eventRoleIn(actor, office.eventId) === null)) throw new Refusal('not_found');
  }
  demand(actor, office.access, 'eventId' in office ? { eventId: office.eventId } : {});
}

/** `writeAs` for what only admins may: of two who take the office from each other one is late. Throws what `refuseOthers` throws. */
export function writeAsAdmin<T>(
  deps: { readonly store: Store; readonly clock: Clock },
  caller: Signed,
  office: Office,
  work: (trx: Writing, admin: Actor) => Promise<T>,
): Promise<T> {
  // What it changes, and so whom it concerns, is read with it. Of those who run everything one is always left: so they act one after another.
  const known = office.access === 'global-admin' ? [scopeOf.all] : [scopeOf.event(office.eventId)];
  return writeAs(deps, caller, asFound(known), async (trx, admin) => {
    await refuseOthers(trx, admin, office);
    return work(trx, admin);
  });
}
