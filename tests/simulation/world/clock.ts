interface Timer {
  readonly at: number;
  readonly order: number;
  readonly task: () => void;
}

/** The world's time in milliseconds since the epoch. It advances only from timer to timer. */
export class SimulatedClock {
  #now: number;
  #order = 0;
  readonly #timers = new Set<Timer>();

  constructor(now = Date.UTC(2026, 6, 1, 12)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  setTimer(delay: number, task: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, delay), order: this.#order++, task };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** The time of the next timer, or null. */
  get nextAt(): number | null {
    return this.#next()?.at ?? null;
  }

  /** Advances to the next timer and fires it; returns false if there is none. */
  fireNext(): boolean {
    const timer = this.#next();
    if (!timer) return false;
    this.#timers.delete(timer);
    this.#now = Math.max(this.#now, timer.at);
    timer.task();
    return true;
  }

  /** Advances the time without firing timers, like a device that slept. */
  sleep(duration: number): void {
    this.#now += duration;
  }

  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (!next || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
    }
    return next;
  }
}
