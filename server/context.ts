import type { Actor } from '../contract/roles.ts';

/** Time is passed in, so that tests can play it. Milliseconds since the epoch. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Who sends this request, as the database says at this moment. */
export interface Caller extends Actor {
  readonly sessionId: string;
  /** The installation requires a second factor of its admins. */
  readonly adminsNeedFactor: boolean;
  readonly lacksFactor: boolean;
  /** Has a confirmed address, or runs the server, or nobody can confirm one there: small budgets are for the others. */
  readonly isTrusted: boolean;
  readonly activeEventId: number | null;
  /** The events where they have opted in to dating. */
  readonly datingIn: readonly number[];
}
