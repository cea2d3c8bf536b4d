import type { BaseRow } from '#contract/resource.ts';
import type { OutboxEntry } from '#db/records.ts';

/** A command that the server executed, with the resulting row; null if it removed the row. */
export interface ExecutedCommand {
  readonly kind: 'act';
  readonly order: number;
  readonly userId: number;
  readonly key: string;
  readonly entity: string;
  readonly row: BaseRow | null;
  readonly body: unknown;
}

/** A command that the server refused for good. */
export interface RefusedCommand extends Pick<ExecutedCommand, 'order' | 'userId' | 'key' | 'body'> {
  readonly kind: 'refused';
  readonly resource: string;
  /** Null if the command names no row. */
  readonly entity: string | null;
  readonly code: string;
}

/** The changes of the server's rows, in order. A restore has the outboxes (`waiting`) and the number of taps at its moment. */
export type LogEntry =
  | ExecutedCommand
  | RefusedCommand
  | { readonly kind: 'erased'; readonly userId: number }
  | { readonly kind: 'backup'; readonly name: string }
  | {
      readonly kind: 'restore';
      readonly name: string;
      readonly rows: ReadonlyMap<string, BaseRow>;
      readonly waiting: readonly OutboxEntry[];
      readonly taps: number;
    };
