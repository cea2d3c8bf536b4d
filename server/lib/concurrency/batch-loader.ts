import { setImmediate } from 'node:timers';

interface Batch<Key, Answer> {
  readonly keys: Set<Key>;
  readonly answers: Promise<ReadonlyMap<Key, Answer>>;
}

/** Loads all keys requested in one turn of the event loop with one call at its end, so that no answer is older than its request. */
export class BatchLoader<Key, Answer> {
  readonly #load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>;
  readonly #later: (begin: () => void) => void;
  #batch: Batch<Key, Answer> | null = null;

  /** `load` returns the values it finds. With `queueMicrotask` as `later` a batch holds the requests of one microtask turn. */
  constructor(load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>, later: (begin: () => void) => void = setImmediate) {
    this.#load = load;
    this.#later = later;
  }

  /** Returns the value, or undefined if none was found. Throws the error of the batch. */
  async get(key: Key): Promise<Answer | undefined> {
    this.#batch ??= this.#begin();
    const { keys, answers } = this.#batch;
    keys.add(key);
    return (await answers).get(key);
  }

  #begin(): Batch<Key, Answer> {
    const keys = new Set<Key>();
    const answers = new Promise<void>((resolve) => {
      this.#later(() => {
        this.#batch = null;
        resolve();
      });
    }).then(() => this.#load([...keys]));
    return { keys, answers };
  }
}
