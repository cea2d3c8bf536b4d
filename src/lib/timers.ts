/** The clock and timers of the device, passed in so that tests can play them. Times are in milliseconds. */
export interface Timers {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once after `delay`; the returned function cancels it. */
  setTimer(delay: number, task: () => void): () => void;
}
