import { eventRoleIn } from '../../../contract/roles.ts';
import { type Scope, scopeOf } from '../../../contract/scope.ts';
import type { Caller } from '../../context.ts';

/** The scopes that a person reads: what everybody reads, their memberships, their own, and the event that they are active in. */
export function scopesOf(caller: Caller): Scope[] {
  const memberships = Object.keys(caller.eventRoles).map(Number);
  const scopes = [scopeOf.all, ...memberships.toSorted((a, b) => a - b).map(scopeOf.member), scopeOf.user(caller.userId)];
  if (caller.activeEventId === null) return scopes;
  const role = eventRoleIn(caller, caller.activeEventId);
  if (role !== null) scopes.push(scopeOf.event(caller.activeEventId));
  if (role === 'admin') scopes.push(scopeOf.eventAdmin(caller.activeEventId));
  return scopes;
}
