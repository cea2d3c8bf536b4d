import { eventRoleIn } from '../../../contract/roles.ts';
import { type Scope, scopeOf } from '../../../contract/scope.ts';
import type { Caller } from '../../lib/caller.ts';

/** The scopes that a person reads: what everybody reads, their memberships, their own, and the event that they are active in. */
export function scopesOf(caller: Caller): Scope[] {
  const memberships = Object.keys(caller.eventRoles).map(Number);
  const scopes = [scopeOf.all, ...memberships.toSorted((a, b) => a - b).map(scopeOf.member), scopeOf.user(caller.userId)];
  return caller.activeEventId === null ? scopes : [...scopes, ...scopesIn(caller, caller.activeEventId)];
}

/** The scopes of an event that somebody reads while they are active in it; none where they are no member. That of dating ends with the opt-in, and so is never parked. */
export function scopesIn(caller: Caller, eventId: number): Scope[] {
  const role = eventRoleIn(caller, eventId);
  if (role === null) return [];
  return [
    scopeOf.event(eventId),
    ...(role === 'admin' ? [scopeOf.eventAdmin(eventId)] : []),
    ...(caller.datingIn.includes(eventId) ? [scopeOf.dating(eventId)] : []),
  ];
}

/** Whether a mirror may go on holding a scope while its reader is active elsewhere: they are still a member of that event, in that role. */
export function mayPark(caller: Caller, scope: Scope): boolean {
  const eventId = /^event(?:-admin)?:(\d+)$/.exec(scope)?.[1];
  // Admins of all may look into every event, and into one that has been deleted no more than others.
  return eventId !== undefined && caller.eventRoles[Number(eventId)] !== undefined && scopesIn(caller, Number(eventId)).includes(scope);
}
