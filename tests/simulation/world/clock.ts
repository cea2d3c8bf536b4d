interface Timer {
  readonly at: number;
  readonly order: number;
  readonly task: () => void;
}

/** The world's time: it stands still until the next timer is fired. Milliseconds since the epoch. */
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

  /** When the next timer is due; null where there is none. */
  get nextAt(): number | null {
    return this.#next()?.at ?? null;
  }

  /** Lets time pass to the next timer and fires it; false where there is none. */
  fireNext(): boolean {
    const timer = this.#next();
    if (!timer) return false;
    this.#timers.delete(timer);
    this.#now = Math.max(this.#now, timer.at);
    timer.task();
    return true;
  }

  /** Lets time pass without firing anything: the device slept. */
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
