import { setImmediate } from 'node:timers';

interface Turn<Key, Answer> {
  readonly keys: Set<Key>;
  readonly answers: Promise<ReadonlyMap<Key, Answer>>;
}

/** What many ask for in one turn of the event loop, asked for at its end by one question: nobody gets an answer from before they asked. */
export class BatchLoader<Key, Answer> {
  readonly #ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>;
  readonly #later: (begin: () => void) => void;
  #turn: Turn<Key, Answer> | null = null;

  /** `ask` gives what it finds. With `queueMicrotask` as `later` it is what those ask for who were woken by the same promise. */
  constructor(ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>, later: (begin: () => void) => void = setImmediate) {
    this.#ask = ask;
    this.#later = later;
  }

  /** Undefined where nothing was found. Throws what the question throws. */
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
