import type pg from 'pg';
import type { Life } from './life.ts';

export type Outcome = { readonly result: unknown } | { readonly error: unknown };

/** One thing that is asked of a server, with all that comes of it. */
export interface Task {
  readonly number: number;
  /** A write of it has failed, and is done again after a moment: `since` in ms, and not before so many statements were played. */
  repeats: { readonly since: number; readonly notBefore: number } | null;
}

export interface Statement {
  /** What it is for, where that is known. */
  readonly task: Task | undefined;
  /** Until so many have had their turn. */
  readonly notBefore: number;
  readonly life: Life;
  readonly client: pg.Client;
  readonly sql: string;
  readonly run: () => Promise<unknown>;
  readonly settle: (outcome: Outcome) => void;
}

/** One that waits for a lock. */
export interface Parked {
  readonly statement: Statement;
  readonly end: Promise<Outcome>;
}

export const nameOf = ({ life, sql }: Statement): string => `${life.name} ${sql}`;

export const numberOf = ({ task }: Statement): number => task?.number ?? -1;

/** What ends a transaction and gives back its locks. */
export const isEnd = (sql: string): boolean => /^(commit|rollback)|pg_advisory_unlock/.test(sql);

export const outcomeOf = (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
