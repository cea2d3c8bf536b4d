import type { Timers } from './timeout.ts';

/** Browsers store a timer's milliseconds in 31 bits. */
const longestTimer = 2_147_483_647;

/**
 * Runs a task one at a time: when woken, and at the time (ms since the epoch) that the task returns. A wake during a run starts one more
 * run, so that it misses nothing.
 */
export class Loop {
  readonly #timers: Timers;
  readonly #task: () => Promise<number | null>;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #cancelTimer: (() => void) | null = null;

  constructor(timers: Timers, task: () => Promise<number | null>) {
    this.#timers = timers;
    this.#task = task;
  }

  /** True if the task is running or has a planned run. */
  get armed(): boolean {
    return this.#running !== null || this.#cancelTimer !== null;
  }

  /** Resolves when a run that began after this call has ended. */
  wake(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    this.#clearTimer();
    let nextAt: number | null = null;
    try {
      do {
        this.#again = false;
        nextAt = await this.#task();
      } while (this.#again && !this.#stopped);
    } finally {
      // In the same turn as the last read of `#again`, so that no wake is lost in between.
      this.#running = null;
    }
    if (nextAt !== null && !this.#stopped) this.#wakeAt(nextAt);
  }

  #wakeAt(time: number): void {
    const delay = Math.min(longestTimer, Math.max(0, time - this.#timers.now()));
    this.#cancelTimer = this.#timers.setTimer(delay, () => {
      this.#cancelTimer = null;
      void this.wake();
    });
  }

  #clearTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  stop(): void {
    this.#stopped = true;
    this.#clearTimer();
  }
}
