import type { Hosting } from '../postgres/ground.ts';

/** Plays a seed: one server with a file, or several on a PostgreSQL. */
export type Play = (seed: number, hosting?: Hosting) => Promise<Outcome>;

/** How a seed ended: the promises that were broken, and the story of the run. */
export interface Outcome {
  readonly violations: string[];
  readonly trace: string[];
}
