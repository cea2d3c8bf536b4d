import { type Observable, observed } from '../../lib/observable.ts';

/** Counts what is under way in one tab's engine, for whoever waits until nothing is. */
export class PendingWork {
  readonly #busy = observed(false);
  #count = 0;

  get busy(): Observable<boolean> {
    return this.#busy;
  }

  /** Resolves when nothing is under way. */
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

  /** Something begins; the answer says, once, that it has ended. */
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

  /** Counts this work as under way until it settles. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const end = this.begin();
    try {
      return await work();
    } finally {
      end();
    }
  }
}
