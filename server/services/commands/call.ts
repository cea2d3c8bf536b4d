import type { AnyMutation, AnyResource, BaseRow, RowId, RowRef } from '#contract/resource.ts';
import type { Refusal } from '#contract/errors.ts';
import type { Caller } from '#server/lib/caller.ts';

/** An action with arguments that the contract has checked. */
export interface Action {
  readonly resource: AnyResource;
  readonly mutation: AnyMutation;
  readonly id: RowId;
  /** The parent row, if the mutation creates a participant's own row for another one. */
  readonly of?: RowRef;
  readonly args: unknown;
  /** The event of a `create`. For another action, the row has to belong to the event that the path names. */
  readonly eventId?: number | undefined;
  /** The version on which the change is based (RFC 9110, section 13.1.1). */
  readonly ifMatch?: number | undefined;
  /** The event that was active when the command was created, if the client sent it. */
  readonly madeIn?: number | undefined;
}

/** Returns whether these arguments name a picture that the mutation adds. */
export function hasPicture({ picture }: AnyMutation, args: unknown): boolean {
  return picture !== undefined && typeof (args as Record<string, unknown>)[picture] === 'string';
}

/** A command for the writer. If it could not be parsed, `action` is the refusal to answer. */
export interface Call {
  readonly caller: Caller;
  /** The idempotency key; null if the client never repeats the call. */
  readonly key: string | null;
  /** Distinguishes a repeated call from another one with the same key. */
  readonly hash: string;
  /** Calls of one lane within one request stop at the first failure. Null: no other call depends on it. */
  readonly lane: string | null;
  readonly action: Action | Refusal;
}

export interface Success {
  readonly status: 200 | 201 | 204;
  readonly row: BaseRow | null;
}

export type Answer = Success | Refusal;
