import type { AnyResource, BaseRow, RowId, RowOf, RowRef } from '../../contract/resource.ts';
import type { ArrangedList } from '../../contract/rules/arranged.ts';
import type { NotificationSetting } from '../../contract/resources/notifications.ts';
import type { ModuleDefinition } from './module-definition.ts';

/**
 * What the server does with one resource of the contract. Table types, row stores, lists with their routes, what leaving for good takes along,
 * pictures in use, pushed news and the catalogue of modules are derived from the list of these.
 */
export interface Descriptor<R extends AnyResource = AnyResource, Table extends string | undefined = string | undefined> {
  readonly resource: R;
  /**
   * Has a column for each field of the row, `eventId` as `event_id`. Rows that are put together from several tables have none; that of `me` is
   * where the picture lies.
   */
  readonly table?: Table;
  /** Who made it, or whose it is. */
  readonly person?: NamedPerson<RowOf<R>>;
  /** Others whom it names. */
  readonly alsoNames?: readonly NamedPerson<RowOf<R>>[];
  /** It says what a person wants or sees, and is no content: it stays when organisers remove everything of theirs. */
  readonly isPrivate?: true;
  readonly lists?: readonly ListRoute<RowOf<R>>[];
  /** For rows that somebody in an event made: `authorId` is not told, `eventId` says to whom. */
  readonly news?: News<RowOf<R>>;
  /** By the mutation, where its rule is to see other arguments than the call brought. */
  readonly normalise?: Readonly<Partial<Record<keyof R['mutations'] & string, Normalise>>>;
  /**
   * Commands on it are told in the audit log (`contract/endpoints/audit.ts` has its name too), with the values of these fields; of all others only that
   * they changed. None may say who somebody is, open something, or be what participants wrote.
   */
  readonly audited?: readonly (keyof RowOf<R> & string)[];
  /** The module that shows it, where it has one of its own. */
  readonly module?: ModuleDefinition;
}

/** `theirs` goes with a person who leaves for good, `shared` goes or stays without a name, as they choose, `forgets` only loses the name. */
export type Fate = 'theirs' | 'shared' | 'forgets';

/** The field by which a row names a person; where that is its id, nobody else sees it. */
export interface NamedPerson<Row extends BaseRow = BaseRow> {
  readonly field: keyof Row & string;
  readonly fate: Fate;
  /** What else of the row is theirs, and goes with their name. */
  readonly blanks?: Partial<Row>;
  /** Fields that are left out of what they may download. */
  readonly secret?: readonly (keyof Row & string)[];
  /** They may not download it at all: it would tell them of others. */
  readonly withheld?: true;
}

/** The rows of one event, for clients that ask call by call. Rows with a picture get its `thumbnail` beside it. */
export interface ListRoute<Row extends BaseRow = BaseRow> {
  /** `:id` in it is the event; without it, it is the one that the caller is active in. */
  readonly path: string;
  /** The parameter of the query by which another event than the active one may be named. */
  readonly eventIn?: string;
  readonly summary: string;
  readonly access: 'member' | 'event-admin';
  /** By these fields, `-` before one whose highest comes first. */
  readonly order: readonly `${'' | '-'}${keyof Row & string}`[];
  /** In the order that organisers have given this list, where they have; not for lists in pages. */
  readonly arranged?: ArrangedList;
  /** Only rows with these values. */
  readonly where?: Partial<Row>;
  /** Only these fields of them. */
  readonly fields?: readonly (keyof Row & string)[];
  /** With id, name and picture of the author in place of `authorId`. */
  readonly withAuthor?: true;
  /** In pages, under these names for the rows and for how many there are in all. */
  readonly pages?: { readonly rows: string; readonly total: string };
}

/** Arguments as the rule is to see them; `id` is the row's, `find` knows the event of the call, and the rows that the mutation names as `refs`. Pure. */
export type Normalise = (
  call: { readonly id: RowId; readonly args: unknown; readonly eventId?: number | undefined },
  find: (ref: RowRef) => unknown,
) => unknown;

/** New rows are pushed to the others who are active in their event; the words are in `push.json` under the name of the resource. */
export interface News<Row extends BaseRow = BaseRow> {
  /** Which of a person's settings has to be on. */
  readonly setting: NotificationSetting;
  /** The screen that shows them. */
  readonly path: string;
  /** What of a row is told. */
  readonly text: (row: Row) => string;
}

/* oxlint-disable typescript/no-explicit-any -- a list of descriptors holds rows of different types */
export type AnyDescriptor = Descriptor<any>;
/* oxlint-enable typescript/no-explicit-any */

export function describeResource<R extends AnyResource, const Table extends string | undefined = undefined>(
  descriptor: Descriptor<R, Table>,
): Descriptor<R, Table> {
  return descriptor;
}
