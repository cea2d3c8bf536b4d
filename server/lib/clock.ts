/** The time of day, in milliseconds since the epoch. It is passed in so that tests can set it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** What waits for a time to pass; passed in so that tests can play it. */
export interface Timers {
  /** Milliseconds that have passed since some moment. Never goes back. */
  now(): number;
  /** Runs `task` once after `delay` (ms) and keeps no process alive for it; the answer calls it off. */
  setTimer(delay: number, task: () => void): () => void;
}

export const machineTimers: Timers = {
  now: () => performance.now(),
  setTimer: (delay, task) => {
    const timer = setTimeout(task, delay).unref();
    return () => clearTimeout(timer);
  },
};
