import { setImmediate } from 'node:timers';

interface Turn<Key, Answer> {
  readonly keys: Set<Key>;
  readonly answers: Promise<ReadonlyMap<Key, Answer>>;
}

/** Loads all keys requested in one turn of the event loop with one call at its end, so that no answer is older than its request. */
export class BatchLoader<Key, Answer> {
  readonly #ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>;
  readonly #later: (begin: () => void) => void;
  #turn: Turn<Key, Answer> | null = null;

  /** `ask` returns the values it finds. With `queueMicrotask` as `later` a batch holds the requests of one microtask turn. */
  constructor(ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>, later: (begin: () => void) => void = setImmediate) {
    this.#ask = ask;
    this.#later = later;
  }

  /** Returns the value, or undefined if none was found. Throws the error of the batch. */
  async get(key: Key): Promise<Answer | undefined> {
    this.#turn ??= this.#begin();
    const { keys, answers } = this.#turn;
    keys.add(key);
    return (await answers).get(key);
  }

  #begin(): Turn<Key, Answer> {
    const keys = new Set<Key>();
    const answers = new Promise<void>((resolve) => {
      this.#later(() => {
        this.#turn = null;
        resolve();
      });
    }).then(() => this.#ask([...keys]));
    return { keys, answers };
  }
}
