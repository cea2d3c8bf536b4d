import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Access } from './roles.ts';
import type { Scope } from './scope.ts';

export type RowId = number | string;

/** Fields of every row: an id, unique within its resource, and a version that grows by one with every change. */
export interface BaseRow {
  id: RowId;
  version: number;
}

/** A rule returns the row without its version, which the caller counts. */
export type Unversioned<Row extends BaseRow> = Omit<Row, 'version'>;

/**
 * The input of a rule. On the device `now` and `order` are provisional, and the server replaces them.
 * `now` is an instant (UTC). `order` grows with every change in an event, so that the order of rows does not depend on a clock.
 */
export interface RuleContext<Args> {
  readonly id: RowId;
  readonly args: Args;
  readonly eventId: number;
  readonly userId: number;
  readonly now: string;
  readonly order: number;
}

export interface RowRef {
  readonly resource: string;
  readonly id: RowId;
}

/** Marks rows with an id derived from another row: at most one for each row of another resource, or for each person there. */
export interface OwnOf {
  /** The resource of the row that `:id` in the path names. Without `:id` it is the event that `event` in the body names. */
  readonly resource: string;
  /** The id of the derived row, and the inverse. */
  readonly idOf: (named: RowId, userId: number, args?: unknown) => RowId;
  readonly nameIn: (id: RowId) => RowId;
}

/** One kind of change to one row: everything that both sides must agree on. */
export interface Mutation<Row extends BaseRow, Args = unknown> {
  /** `create` creates a row, `change` and `remove` need one. */
  readonly kind: 'create' | 'change' | 'remove';
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * `:id` is the row's id, `:event` its event; a `change` without `:id` is about the caller's own row.
   * The body of a `create` has an optional `id` in addition to the arguments, and `event` if the path does not name a required one.
   */
  readonly path: string;
  readonly access: Access;
  readonly args: z.ZodMiniType<Args>;
  /** A `change` of a derived row; the rule creates a missing one, or refuses. */
  readonly ownOf?: OwnOf;
  /** Rows that must exist in the given event, with the refusal for a missing one. */
  readonly refs?: (args: Args, eventId: number) => readonly (RowRef & { readonly missing: ErrorCode })[];
  /** Sent with the version that the person saw (`If-Match`): a concurrent change is merged, or becomes a conflict. */
  readonly versioned?: true;
  /** Makes the earlier changes of the row visible to others, so it waits while one of these is parked. */
  readonly publishes?: true;
  /** Converts fields of the row to arguments with other names. */
  readonly argsFrom?: (fields: Partial<Row>) => Args;
  /**
   * The argument with a picture: a data URL on the wire; for the rule its link or, on the device, the name of its bytes. A call with a
   * picture is sent alone, never in a batch.
   */
  readonly picture?: keyof Args & string;
  /** On a `create` with a picture: the `change` that sends the full size after a small one over a slow network. */
  readonly sharpenedBy?: string;
  /** The rule: pure, the same on device and server. `null` removes the row. Throws a `Refusal` if the result would be invalid. */
  readonly apply: (row: Row | null, context: RuleContext<Args>) => Unversioned<Row> | null;
  /** Translation key of the message for a rejected command. */
  readonly refused: string;
}

/* oxlint-disable typescript/no-explicit-any -- a list of resources holds rows and arguments of different types */
export type AnyMutation = Mutation<any, any>;
export type AnyResource = Resource<any>;
/* oxlint-enable typescript/no-explicit-any */

export interface Resource<
  Row extends BaseRow = BaseRow,
  Mutations extends Record<string, AnyMutation> = Record<string, AnyMutation>,
  Name extends string = string,
> {
  readonly name: Name;
  readonly row: z.ZodMiniType<Row>;
  readonly idType: 'number' | 'string';
  /** The scopes that see this row; a row that leaves a scope becomes a tombstone there. */
  readonly scopes: (row: Row) => readonly Scope[];
  /** Dexie index list for the mirror, without the primary key `id`. */
  readonly indexes: readonly string[];
  /** Fields that only the mirror's indexes need, set on the stored record. */
  readonly indexed?: (row: Row) => Record<string, string | number>;
  /** The id in the lane of a command on this row: its own, unless it depends on another row. */
  readonly lane?: (row: Partial<Row> & { id: RowId }) => RowId;
  /** Fields that are meaningful only together; a merge treats them as one. Every other field counts by itself. */
  readonly fieldGroups?: readonly (readonly (keyof Row & string)[])[];
  /** Fields whose change by another person is shown, old and new value, until it was seen. */
  readonly watched?: readonly (keyof Row & string)[];
  /** Rows of this resource whose `field` names a removed row are removed with it. */
  readonly cascade?: keyof Row & string;
  /** The folder of its pictures (lower case), and the field with the link. A picture is deleted when no row names it. */
  readonly pictures?: { readonly folder: string; readonly field: keyof Row & string };
  /** The field with the link of a picture from another resource: the file also stays while this row names it. */
  readonly keepsPicture?: keyof Row & string;
  /** Fields, or all, that a report of lost commands leaves out, because they are no text or are private. */
  readonly omittedFromLossReport?: 'all' | readonly (keyof Row & string)[];
  /** Calls do not count for metrics: their existence is private. */
  readonly uncounted?: true;
  /** The app makes its commands by itself: the number of unsent changes leaves out those that wait. */
  readonly silent?: true;
  readonly mutations: Mutations;
}

export type RowOf<R> = R extends Resource<infer Row, infer _M, infer _Name> ? Row : never;
export type ArgsOf<R extends { mutations: Record<string, AnyMutation> }, M extends keyof R['mutations']> =
  R['mutations'][M] extends Mutation<infer _Row, infer Args> ? Args : never;

export function defineResource<Row extends BaseRow, Mutations extends Record<string, AnyMutation>, Name extends string>(
  resource: Resource<Row, Mutations, Name>,
): Resource<Row, Mutations, Name> {
  return resource;
}

/** Returns the name of a row across all resources: `posts:0192…`. */
export function entityKey(ref: RowRef): string {
  return `${ref.resource}:${ref.id}`;
}

/** Returns the id of a row of this resource from its text. */
export const idFromText = ({ idType }: Pick<AnyResource, 'idType'>, text: string): RowId => (idType === 'number' ? Number(text) : text);

/** Returns the lane of a command on `row`: FIFO, independent of all other lanes. */
export function laneOf(resource: AnyResource, row: { id: RowId }): string {
  return `${resource.name}:${resource.lane?.(row) ?? row.id}`;
}

/** Returns the fields of a row that a mutation accepts, as its arguments. */
export function argumentsFrom({ args, argsFrom }: AnyMutation, fields: object): object {
  if (argsFrom) return argsFrom(fields) as object;
  const { shape } = args as unknown as { shape: object };
  return Object.fromEntries(Object.entries(fields).filter(([field]) => Object.hasOwn(shape, field)));
}

/** Returns whether the body of the call names the event; otherwise it is the caller's active one. */
export function takesEvent({ kind, path, ownOf }: AnyMutation): boolean {
  return kind === 'create' ? !path.includes(':event') : ownOf !== undefined && !path.includes(':id');
}
