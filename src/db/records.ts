import type { BaseRow, RowId } from '#contract/resource.ts';

/**
 * A record of the mirror: the view itself, and, while commands are pending, the base row (`$base`, null if there is none) and their keys. A
 * removed row stays as `$gone` until its removal is settled and its tombstone has arrived; without indexed fields no list shows it.
 */
export type Stored<Row extends BaseRow> = Row & {
  $base?: Row | null;
  $pending?: string[];
  $gone?: 1;
};

export type CommandState = 'waiting' | 'refused' | 'conflict';

/** The reason why a command was refused or could not be sent: the contract's code and details. */
export interface CommandError {
  code: string;
  issues?: { path: string; message: string }[];
  current?: unknown;
}

/** A command of the outbox. Times are milliseconds since the epoch by this device's clock. */
export interface OutboxEntry {
  /** Local order, in which each lane is FIFO. */
  seq: number;
  /** Id and Idempotency-Key of the command (UUID). */
  key: string;
  userId: number;
  eventId: number;
  resource: string;
  mutation: string;
  id: RowId;
  args: unknown;
  lane: string;
  /** Rows that the command makes, changes or needs, as `resource:id`; its own row first. */
  entities: string[];
  /** The row that the person saw, for merging; null without one. */
  base: BaseRow | null;
  /**
   * The server's version of the base row for `If-Match`; 0 if own commands were pending over it, so that the server answers with its row.
   */
  baseVersion: number | null;
  state: CommandState;
  attempts: number;
  nextAttemptAt: number;
  /** The time when the server put the command off. */
  delayedAt?: number;
  lastError: CommandError | null;
  createdAt: number;
  /** The time when the server may first have received it; missing if it was not tried. */
  triedAt?: number;
  /** The contract version of its arguments. */
  contractVersion: number;
  /** The arguments that an older app may have sent; they are tried first. */
  original?: { args: unknown };
}

/** The bytes of a picture that is not sent yet. An ArrayBuffer, as browsers have lost Blobs stored in a database. */
export interface WaitingBytes {
  id: string;
  bytes: ArrayBuffer;
  /** MIME type. */
  type: string;
}

export interface MetaRecord {
  name: string;
  value: unknown;
}

/** A change by another person that was not seen yet. `before` is null for a new row, `after` for a removed one. */
export interface UnseenChange {
  id: number;
  resource: string;
  rowId: RowId;
  before: BaseRow | null;
  after: BaseRow | null;
  /** The version of `after` or of the tombstone, if known. */
  version?: number | undefined;
  /** The time of its arrival (ms since the epoch). */
  at: number;
}

/** Rows of a big event that were fetched for a screen, as `resource:id`; `name` has the scope and the page. */
export interface FetchedPage {
  name: string;
  rows: string[];
  /** The time of the answer (ms since the epoch). */
  at: number;
}

/** Unsent text of a form, or the name of its picture; `id` names the form, and `about` the row that it needs, as `resource:id`. */
export interface Draft {
  id: string;
  text: string;
  updatedAt: number;
  about?: string;
}

/** A picture that was chosen in a form, in the size in which it will be sent. Width and height are in pixels. */
export interface ChosenPicture extends Omit<WaitingBytes, 'id'> {
  readonly width: number;
  readonly height: number;
}
