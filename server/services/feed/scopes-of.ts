import { eventRoleIn } from '#contract/roles.ts';
import { type Scope, scopeOf } from '#contract/scope.ts';
import type { Caller } from '#server/lib/caller.ts';

/** Returns the scopes of a person: the public one, memberships, their own, and those of the active event. */
export function scopesOf(caller: Caller): Scope[] {
  const memberships = Object.keys(caller.eventRoles).map(Number);
  const scopes = [scopeOf.all, ...memberships.toSorted((a, b) => a - b).map(scopeOf.member), scopeOf.user(caller.userId)];
  return caller.activeEventId === null ? scopes : [...scopes, ...eventScopesOf(caller, caller.activeEventId)];
}

/** Returns the scopes of an active event, none without a membership. The dating scope ends with the opt-in and is never parked. */
function eventScopesOf(caller: Caller, eventId: number): Scope[] {
  const role = eventRoleIn(caller, eventId);
  if (role === null) return [];
  return [
    scopeOf.event(eventId),
    ...(role === 'admin' ? [scopeOf.eventAdmin(eventId)] : []),
    ...(caller.datingIn.includes(eventId) ? [scopeOf.dating(eventId)] : []),
  ];
}

/** Returns whether a mirror may park a scope while another event is active: the person is still a member in that role. */
export function mayPark(caller: Caller, scope: Scope): boolean {
  const eventId = /^event(?:-admin)?:(\d+)$/.exec(scope)?.[1];
  // Global admins see every event without a membership, so their role does not prove that the event still exists.
  return (
    eventId !== undefined && caller.eventRoles[Number(eventId)] !== undefined && eventScopesOf(caller, Number(eventId)).includes(scope)
  );
}
