import type { BaseRow } from '../../../contract/resource.ts';
import type { OutboxEntry } from '../../../src/db/records.ts';

/** A command that the server has done: what it made of the row, null where it removed it. */
export interface Act {
  readonly kind: 'act';
  readonly order: number;
  readonly userId: number;
  readonly key: string;
  readonly entity: string;
  readonly row: BaseRow | null;
  /** What was sent. */
  readonly body: unknown;
}

/** A command that the server has refused for good. */
export interface Refused extends Pick<Act, 'order' | 'userId' | 'key' | 'body'> {
  readonly kind: 'refused';
  readonly resource: string;
  /** Null where the command names no row. */
  readonly entity: string | null;
  readonly code: string;
}

/** What happened to the server's rows, in order. `waiting` is what was in the outboxes at a restore, `taps` how many taps there had been. */
export type Happening =
  | Act
  | Refused
  | { readonly kind: 'erased'; readonly userId: number }
  | { readonly kind: 'backup'; readonly name: string }
  | {
      readonly kind: 'restore';
      readonly name: string;
      readonly rows: ReadonlyMap<string, BaseRow>;
      readonly waiting: readonly OutboxEntry[];
      readonly taps: number;
    };
