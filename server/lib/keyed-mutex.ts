/** What is done for one key is done one after another, in this process, however the one before ends. */
export class KeyedMutex<Key> {
  readonly #last = new Map<Key, Promise<void>>();

  /** Gives and throws what `work` does. */
  run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const ended = turn
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        if (this.#last.get(key) === ended) this.#last.delete(key);
      });
    this.#last.set(key, ended);
    return turn;
  }
}
