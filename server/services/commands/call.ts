import type { AnyMutation, AnyResource, BaseRow, RowId, RowRef } from '../../../contract/resource.ts';
import type { Refusal } from '../../../contract/errors.ts';
import type { Caller } from '../../lib/caller.ts';

/** What a call wants to do, its arguments checked against the contract. */
export interface Action {
  readonly resource: AnyResource;
  readonly mutation: AnyMutation;
  readonly id: RowId;
  /** The row that a person's own one is for, where the mutation says so. */
  readonly of?: RowRef;
  readonly args: unknown;
  /** The event that a `create` is made in. A row that is there knows its own; where the path names one, it has to be that. */
  readonly eventId?: number | undefined;
  /** The version that the change was made on (RFC 9110, section 13.1.1). */
  readonly ifMatch?: number | undefined;
  /** The event that it was made in, where the caller says so. */
  readonly madeIn?: number | undefined;
}

/** Whether it says in these arguments which picture it brings. */
export function bringsPicture({ picture }: AnyMutation, args: unknown): boolean {
  return picture !== undefined && typeof (args as Record<string, unknown>)[picture] === 'string';
}

/** One call for the writer. What could not be read as an action comes as the refusal that it will be answered with. */
export interface Call {
  readonly caller: Caller;
  /** The idempotency key; null where nobody will ask again. */
  readonly key: string | null;
  /** Tells a call sent again from another one under the same key. */
  readonly hash: string;
  /** Calls of one lane within one request stop at the first failure; null stands alone. */
  readonly lane: string | null;
  readonly action: Action | Refusal;
}

/** 200 or 201 with the row, 204 without. */
export interface Done {
  readonly status: 200 | 201 | 204;
  readonly row: BaseRow | null;
}

export type Answer = Done | Refusal;
