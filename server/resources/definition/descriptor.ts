import type { AnyResource, BaseRow, RowId, RowOf, RowRef } from '#contract/resource.ts';
import type { ArrangedList } from '#contract/rules/arranged.ts';
import type { NotificationSetting } from '#contract/resources/notifications.ts';
import type { ModuleDefinition } from './module-definition.ts';

/**
 * The server's side of one resource of the contract. Tables, row stores, lists with their routes, erasure, used pictures, pushes and the
 * module catalogue are derived from the descriptors.
 */
export interface Descriptor<R extends AnyResource = AnyResource, Table extends string | undefined = string | undefined> {
  readonly resource: R;
  /**
   * The table with a column for each field of the row (`eventId` is `event_id`). Joined resources have none; that of `me` contains its
   * picture.
   */
  readonly table?: Table;
  /**
   * The resource with a table whose rows these are, under the same ids and versions, with fewer fields for other readers. Every change of
   * such a row is one of its view too.
   */
  readonly viewOf?: string;
  /** The author or owner. */
  readonly person?: NamedPerson<RowOf<R>>;
  readonly alsoNames?: readonly NamedPerson<RowOf<R>>[];
  /** Rows are personal settings or views and no content: they stay when event admins remove everything of a person. */
  readonly isPrivate?: true;
  readonly lists?: readonly ListRoute<RowOf<R>>[];
  /** For rows that members create: `authorId` gets no push, `eventId` determines the receivers. */
  readonly news?: News<RowOf<R>>;
  /** By mutation, if its rule expects other arguments than the call contains. */
  readonly normalise?: Readonly<Partial<Record<keyof R['mutations'] & string, Normalise>>>;
  /**
   * Commands on the resource write audit entries (`contract/endpoints/audit.ts` lists it too) with the values of these fields; other fields
   * only appear by name. No value may identify a person, grant access, or be text of participants.
   */
  readonly audited?: readonly (keyof RowOf<R> & string)[];
  readonly module?: ModuleDefinition;
}

/** On an erasure, `theirs` deletes the row, `shared` deletes or anonymises it as the person chooses, and `forgets` clears the name. */
export type Fate = 'theirs' | 'shared' | 'forgets';

/** The field by which a row names a person; if that is `id`, only the person sees the row. */
export interface NamedPerson<Row extends BaseRow = BaseRow> {
  readonly field: keyof Row & string;
  readonly fate: Fate;
  /** Other fields of the row that are cleared with the name. */
  readonly blanks?: Partial<Row>;
  /** Fields that the person's download leaves out. */
  readonly secret?: readonly (keyof Row & string)[];
  /** Left out of the download, because it would reveal others. */
  readonly withheld?: true;
}

/** A list of one event for the REST API. Rows with a picture get a `thumbnail` too. */
export interface ListRoute<Row extends BaseRow = BaseRow> {
  /** With `:id` for the event; without it, the active event counts. */
  readonly path: string;
  readonly eventIn?: string;
  readonly summary: string;
  readonly access: 'member' | 'event-admin';
  /** Fields in order; `-` before a field sorts it descending. */
  readonly order: readonly `${'' | '-'}${keyof Row & string}`[];
  /** The order that event admins gave this list, if any; not for paged lists. */
  readonly arranged?: ArrangedList;
  readonly where?: Partial<Row>;
  readonly fields?: readonly (keyof Row & string)[];
  /** Replaces `authorId` by id, name and picture of the author. */
  readonly withAuthor?: true;
  /** Paged, with these names for the rows and the total. */
  readonly pages?: { readonly rows: string; readonly total: string };
}

/** Returns the arguments that the rule expects. Pure. `find` returns the event of the call and the rows in `refs`. */
export type Normalise = (
  call: { readonly id: RowId; readonly args: unknown; readonly eventId?: number | undefined },
  find: (ref: RowRef) => unknown,
) => unknown;

/** New rows are pushed to others who are active in their event; the texts are in `push.json` under the name of the resource. */
export interface News<Row extends BaseRow = BaseRow> {
  /** The person's setting that has to be on. */
  readonly setting: NotificationSetting;
  readonly path: string;
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
