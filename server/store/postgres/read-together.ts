import { setImmediate } from 'node:timers';
import { DatabaseUnavailable } from '../core/failures.ts';
import type { ReadHandle } from '../core/handles.ts';

type Read = <T>(work: (db: ReadHandle) => Promise<T>) => Promise<T>;

interface Waiting {
  begin(db: ReadHandle): Promise<void>;
  fail(error: unknown): void;
}

/** Combines all reads of one turn of the event loop, and those that arrive while it waits for a connection, in one transaction. */
export class ReadTogether {
  readonly #read: Read;
  #waiting: Waiting[] = [];

  constructor(read: Read) {
    this.#read = read;
  }

  /** Returns the result of `work`. If the transaction failed, perhaps because of another read, `work` runs again alone. */
  async read<T>(work: (db: ReadHandle) => Promise<T>): Promise<T> {
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#wait({ begin: (db) => work(db).then(resolve, reject), fail: reject });
      });
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      return this.#read(work);
    }
  }

  #wait(one: Waiting): void {
    this.#waiting.push(one);
    if (this.#waiting.length === 1) setImmediate(() => void this.#begin());
  }

  async #begin(): Promise<void> {
    try {
      await this.#read((db) => Promise.all(this.#takeWaiting().map((one) => one.begin(db))));
    } catch (error) {
      for (const one of this.#takeWaiting()) one.fail(error);
    }
  }

  #takeWaiting(): readonly Waiting[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }
}
