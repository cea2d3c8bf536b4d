import { type Observable, observed } from '#lib/observable.ts';

/** Counts the pending tasks of one tab's engine, so that callers can wait until there are none. */
export class PendingWork {
  readonly #busy = observed(false);
  #count = 0;

  get busy(): Observable<boolean> {
    return this.#busy;
  }

  /** Resolves when no task is pending. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#busy.subscribe(() => look());
      const look = (): void => {
        if (this.#busy.get()) return;
        stop();
        resolve();
      };
      look();
    });
  }

  /** Starts a task and returns the function that ends it. */
  begin(): () => void {
    this.#count += 1;
    this.#busy.set(true);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#count -= 1;
      this.#busy.set(this.#count > 0);
    };
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const end = this.begin();
    try {
      return await work();
    } finally {
      end();
    }
  }
}
