import type pg from 'pg';
import type { Life } from './life.ts';

export type Outcome = { readonly result: unknown } | { readonly error: unknown };

/** A request to a server, with all its consequences. */
export interface Task {
  readonly number: number;
  /** Set when a write has failed and will be repeated: `since` in ms, and not before that many statements have run. */
  repeats: { readonly since: number; readonly notBefore: number } | null;
}

export interface Statement {
  readonly task: Task | undefined;
  /** The number of statements that have to run before it. */
  readonly notBefore: number;
  readonly life: Life;
  readonly client: pg.Client;
  readonly sql: string;
  readonly run: () => Promise<unknown>;
  readonly settle: (outcome: Outcome) => void;
}

/** A statement that waits for a lock. */
export interface Parked {
  readonly statement: Statement;
  readonly end: Promise<Outcome>;
}

export const nameOf = ({ life, sql }: Statement): string => `${life.name} ${sql}`;

export const numberOf = ({ task }: Statement): number => task?.number ?? -1;

/** Returns whether a statement ends a transaction or frees its locks. */
export const isEnd = (sql: string): boolean => /^(commit|rollback)|pg_advisory_unlock/.test(sql);

export const outcomeOf = (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
