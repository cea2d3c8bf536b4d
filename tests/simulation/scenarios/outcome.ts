import type { Hosting } from '../postgres/postgres-storage.ts';

/** Plays a seed on one server with SQLite, or on several with PostgreSQL. */
export type Play = (seed: number, hosting?: Hosting) => Promise<Outcome>;

/** The broken promises of a seed, and the trace of the run. */
export interface Outcome {
  readonly violations: string[];
  readonly trace: string[];
}
