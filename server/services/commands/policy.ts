import { Refusal } from '#contract/errors.ts';
import type { AnyResource, BaseRow, RowRef } from '#contract/resource.ts';
import { resourceNamed } from '#contract/resources.ts';
import { eventRoleIn, type Subject } from '#contract/roles.ts';
import type { Scope } from '#contract/scope.ts';
import { type Caller, requireAccess } from '#server/lib/caller.ts';
import type { Action } from './call.ts';

export function eventOf(resource: AnyResource, row: BaseRow): number | undefined {
  if (resource.name === 'events') return Number(row.id);
  const { eventId } = row as BaseRow & { eventId?: number };
  return eventId;
}

/** Returns the event of the row, of its parent row, or the one that the action names. */
export function eventOfAction({ resource, id, of, eventId }: Action, find: (ref: RowRef) => BaseRow | null): number | undefined {
  const row = find({ resource: resource.name, id });
  if (row) return eventOf(resource, row);
  const parent = of && find(of);
  return parent ? eventOf(resourceNamed(of.resource), parent) : eventId;
}

type Who = Omit<Caller, 'sessionId'>;

/** Returns whether the row is in a scope of the person, independent of their active event. */
export function canSee(actor: Who, resource: AnyResource, row: BaseRow): boolean {
  return resource.scopes(row).some((scope) => isIn(actor, scope));
}

function isIn(actor: Who, scope: Scope): boolean {
  const [kind, number] = scope.split(':');
  switch (kind) {
    case 'all':
      return true;
    case 'user':
      return actor.userId === Number(number);
    case 'dating':
      return actor.datingIn.includes(Number(number));
    case 'event-admin':
      return eventRoleIn(actor, Number(number)) === 'admin';
    default:
      return eventRoleIn(actor, Number(number)) !== null;
  }
}

/**
 * Throws `not_found` if the row does not exist, is hidden from the person or belongs to another event; `forbidden` if the access rule
 * refuses, also for the event of `madeIn`; `second_factor_required` for an admin without one.
 */
export function authorise(actor: Who, { resource, mutation, eventId, madeIn }: Action, row: BaseRow | null): void {
  // Checked before the row is looked at, so that the refusal does not reveal if the row exists.
  if (madeIn !== undefined) requireAccess(actor, mutation.access, { eventId: madeIn, authorId: actor.userId });
  if (mutation.kind !== 'create') {
    const isThere = row !== null && canSee(actor, resource, row);
    if (!isThere || (eventId !== undefined && eventId !== eventOf(resource, row))) throw new Refusal('not_found');
  }
  const { authorId } = (row ?? {}) as { authorId?: number };
  const subject: Subject =
    mutation.kind === 'create' ? { eventId, authorId: actor.userId } : { eventId: eventOf(resource, row!), authorId };
  requireAccess(actor, mutation.access, subject);
}
