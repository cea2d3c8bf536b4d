/** The time of day, in milliseconds since the epoch; passed in so that tests can set it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Timers; passed in so that tests can control them. */
export interface Timers {
  /** Returns milliseconds since an arbitrary moment; never decreases. */
  now(): number;
  /** Runs `task` once after `delay` (ms) without keeping the process alive. Returns a function that cancels it. */
  setTimer(delay: number, task: () => void): () => void;
}

export const machineTimers: Timers = {
  now: () => performance.now(),
  setTimer: (delay, task) => {
    const timer = setTimeout(task, delay).unref();
    return () => clearTimeout(timer);
  },
};
