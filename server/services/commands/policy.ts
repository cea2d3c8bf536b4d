import { Refusal } from '../../../contract/errors.ts';
import type { AnyResource, BaseRow, RowRef } from '../../../contract/resource.ts';
import { resourceNamed } from '../../../contract/resources.ts';
import { eventRoleIn, type Subject } from '../../../contract/roles.ts';
import type { Scope } from '../../../contract/scope.ts';
import { type Caller, demand } from '../../lib/caller.ts';
import type { Action } from './call.ts';

/** The event that a row belongs to, if it belongs to one. */
export function eventOf(resource: AnyResource, row: BaseRow): number | undefined {
  if (resource.name === 'events') return Number(row.id);
  const { eventId } = row as BaseRow & { eventId?: number };
  return eventId;
}

/** The event that a call is about: that of its row, else of the row that its own one is for, else the one that it names. */
export function eventOfAction({ resource, id, of, eventId }: Action, find: (ref: RowRef) => BaseRow | null): number | undefined {
  const row = find({ resource: resource.name, id });
  if (row) return eventOf(resource, row);
  const parent = of && find(of);
  return parent ? eventOf(resourceNamed(of.resource), parent) : eventId;
}

/** Who it is that calls, by whichever device. */
type Who = Omit<Caller, 'sessionId'>;

/** Whether a row exists for this person, whichever event is active. */
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
 * Decides about a call on the row it names, or on nothing for a `create`. Throws `not_found` for a row that is not there and, just
 * the same, for one that the person must not know of or that was looked for in another event; `forbidden` for what they may only look at,
 * and for what they may not do at all in the event that they say they made it in; `second_factor_required` for an admin who lacks it.
 */
export function authorise(actor: Who, { resource, mutation, eventId, madeIn }: Action, row: BaseRow | null): void {
  // Said whether the row is there or not, so that it tells nothing about it.
  if (madeIn !== undefined) demand(actor, mutation.access, { eventId: madeIn, authorId: actor.userId });
  if (mutation.kind !== 'create') {
    const isThere = row !== null && canSee(actor, resource, row);
    if (!isThere || (eventId !== undefined && eventId !== eventOf(resource, row))) throw new Refusal('not_found');
  }
  const { authorId } = (row ?? {}) as { authorId?: number };
  const subject: Subject =
    mutation.kind === 'create' ? { eventId, authorId: actor.userId } : { eventId: eventOf(resource, row!), authorId };
  demand(actor, mutation.access, subject);
}
