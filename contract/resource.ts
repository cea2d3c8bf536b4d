import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Access } from './roles.ts';
import type { Scope } from './scope.ts';

export type RowId = number | string;

/** What every row has: an id that is unique within its resource, and a version that grows by one with every change. */
export interface BaseRow {
  id: RowId;
  version: number;
}

/** A rule sets everything but the version, which is counted by whoever runs it. */
export type Unversioned<Row extends BaseRow> = Omit<Row, 'version'>;

/**
 * What a rule may look at. On the device `now` and `order` are provisional and replaced by the server's.
 * `now` is an instant (UTC); `order` grows with every change in an event, so rows sort by it and not by anybody's clock.
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

/** Rows of which there is at most one for each row of another resource, or for each person there, under an id that follows from that. */
export interface OwnOf {
  /** The resource of the row that `:id` in the path names; without `:id` it is the event, of which `event` in the body says which. */
  readonly resource: string;
  /** The id of the row for it, and the other way round. */
  readonly idOf: (named: RowId, userId: number, args?: unknown) => RowId;
  readonly nameIn: (id: RowId) => RowId;
}

/** One kind of change to one row, with everything that both sides must agree on. */
export interface Mutation<Row extends BaseRow, Args = unknown> {
  /** `create` mints a row, `change` and `remove` need one. */
  readonly kind: 'create' | 'change' | 'remove';
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * `:id` stands for the row's id, `:event` for its event; a `change` without `:id` is about the caller's own row.
   * A `create` takes an optional `id` in its body beside the arguments; `event` is there too where the path names none and one is needed.
   */
  readonly path: string;
  readonly access: Access;
  readonly args: z.ZodMiniType<Args>;
  /** A `change` of the row that belongs to another one; the rule makes it where it is not there, or refuses. */
  readonly ownOf?: OwnOf;
  /** Rows that must exist in the same event, which is given, and the refusal where one does not. */
  readonly refs?: (args: Args, eventId: number) => readonly (RowRef & { readonly missing: ErrorCode })[];
  /** Sent with the version that the person saw (`If-Match`): what somebody else changed meanwhile is merged, or asked about. */
  readonly versioned?: true;
  /** Others see by it what earlier commands have made of the row: it waits as long as one of those needs its person. */
  readonly publishes?: true;
  /** How fields of the row are said as arguments, where those have other names. */
  readonly argsFrom?: (fields: Partial<Row>) => Args;
  /**
   * The argument that is a picture: a data URL on the wire, its link (or, on the device, the name of its bytes) for the rule. A call that brings
   * one goes alone and never in a batch.
   */
  readonly picture?: keyof Args & string;
  /** On a `create` with a picture: the `change` by which the whole of it follows, where a small one goes first over a slow network. */
  readonly sharpenedBy?: string;
  /** The rule: pure, the same on device and server. `null` removes the row. Throws a `Refusal` where the result would make no sense. */
  readonly apply: (row: Row | null, context: RuleContext<Args>) => Unversioned<Row> | null;
  /** Translation key of the sentence that says it was refused. */
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
  /** Who sees this row; a row that leaves a scope arrives there as a tombstone. */
  readonly scopes: (row: Row) => readonly Scope[];
  /** Dexie index list for the mirror, without the primary key `id`. */
  readonly indexes: readonly string[];
  /** Fields that only the mirror's indexes need, set on the stored record. */
  readonly indexed?: (row: Row) => Record<string, string | number>;
  /** What a command on this row queues behind: itself, unless it hangs on another row. */
  readonly lane?: (row: Partial<Row> & { id: RowId }) => RowId;
  /** Fields that only mean something together; for a merge they count as one. Every other field counts for itself. */
  readonly fieldGroups?: readonly (readonly (keyof Row & string)[])[];
  /** Fields whose change by somebody else is shown until it was seen, old value and new. */
  readonly watched?: readonly (keyof Row & string)[];
  /** Rows of the same resource whose `field` names this row go with it. */
  readonly cascade?: keyof Row & string;
  /** The folder of its own where its pictures lie (small letters), and the field that holds the link of a row's picture; the picture goes when no row names it any more. */
  readonly pictures?: { readonly folder: string; readonly field: keyof Row & string };
  /** The field with the link of a picture that a row of another resource brought: its file stays as long as this row names it, too. */
  readonly keepsPicture?: keyof Row & string;
  /** What is left out where a person's lost commands are named, fields or all: it is no words, or nobody is to read it over their shoulder. */
  readonly untold?: 'all' | readonly (keyof Row & string)[];
  /** Calls are in no count of requests: nobody is to learn that there was one. */
  readonly uncounted?: true;
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

/** `posts:0192…`: the name of one row across all resources. */
export function entityKey(ref: RowRef): string {
  return `${ref.resource}:${ref.id}`;
}

/** Returns the id of a row of this resource from its text. */
export const idFromText = ({ idType }: Pick<AnyResource, 'idType'>, text: string): RowId => (idType === 'number' ? Number(text) : text);

/** The lane of a command on `row`: FIFO, independent of all other lanes. */
export function laneOf(resource: AnyResource, row: { id: RowId }): string {
  return `${resource.name}:${resource.lane?.(row) ?? row.id}`;
}

/** Of the fields of a row those that a mutation takes, as its arguments. */
export function argumentsFrom({ args, argsFrom }: AnyMutation, fields: object): object {
  if (argsFrom) return argsFrom(fields) as object;
  const { shape } = args as unknown as { shape: object };
  return Object.fromEntries(Object.entries(fields).filter(([field]) => Object.hasOwn(shape, field)));
}

/** Whether a call of this mutation says in its body which event it is about; where it does not, it is the caller's active one. */
export function takesEvent({ kind, path, ownOf }: AnyMutation): boolean {
  return kind === 'create' ? !path.includes(':event') : ownOf !== undefined && !path.includes(':id');
}
