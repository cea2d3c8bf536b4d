import type { BaseRow, RowId } from '../../contract/resource.ts';

/**
 * What a mirror table holds: the view itself. Only while commands are pending does a record also keep the row as the server
 * has it (`$base`, null where it has none) and the keys of those commands (`$pending`). A row that a pending command removed,
 * and a removed row whose tombstone has not come by yet, stays as `$gone` without the indexed fields, so no list shows it.
 */
export type Stored<Row extends BaseRow> = Row & {
  $base?: Row | null;
  $pending?: string[];
  $gone?: 1;
};

export type CommandState = 'waiting' | 'refused' | 'conflict';

/** Why a command was refused or could not be sent: the contract's code, and its details as they came. */
export interface CommandError {
  code: string;
  issues?: { path: string; message: string }[];
  current?: unknown;
}

/** One command of the outbox. Times are milliseconds since the epoch by this device's clock. */
export interface OutboxEntry {
  /** Local order; lanes are FIFO by it. */
  seq: number;
  /** The command's identity and Idempotency-Key (UUID). */
  key: string;
  userId: number;
  eventId: number;
  resource: string;
  mutation: string;
  id: RowId;
  args: unknown;
  lane: string;
  /** Rows that it makes, changes or needs, as `resource:id`; its own row first. */
  entities: string[];
  /** The row that the person saw, for merging; null where there was none. */
  base: BaseRow | null;
  /** The version of it on the server, for `If-Match`; 0 where it was none of the server's alone, which the server answers with what it has. */
  baseVersion: number | null;
  state: CommandState;
  attempts: number;
  nextAttemptAt: number;
  /** When that was set, where the server put the command off. */
  delayedAt?: number;
  lastError: CommandError | null;
  createdAt: number;
  /** When it may first have reached the server (ms since the epoch); not there while it has not been tried. */
  triedAt?: number;
  /** The contract that it reads by. */
  contractVersion: number;
  /** The arguments as an older app may have sent them; the server is asked by these first. */
  original?: { args: unknown };
}

/** Bytes of a picture that waits to be sent, read by key only; an ArrayBuffer, since browsers have lost Blobs that lay in a database. */
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

/** A change by somebody else that this person has not seen yet: `before` null for what is new, `after` null for what was removed. */
export interface News {
  id: number;
  resource: string;
  rowId: RowId;
  before: BaseRow | null;
  after: BaseRow | null;
  /** When this device heard of it, in milliseconds since the epoch. */
  at: number;
}

/** Text that was typed and not yet sent; `id` names the form. */
export interface Draft {
  id: string;
  text: string;
  updatedAt: number;
}

/** A picture that was chosen in a form, as small as it will be sent. Width and height are in pixels. */
export interface ChosenPicture extends Omit<WaitingBytes, 'id'> {
  readonly width: number;
  readonly height: number;
}
