/** Runs the tasks of one key one after another in this process, also after failures. */
export class KeyedMutex<Key> {
  readonly #last = new Map<Key, Promise<void>>();

  run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const ended = result
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        if (this.#last.get(key) === ended) this.#last.delete(key);
      });
    this.#last.set(key, ended);
    return result;
  }
}
