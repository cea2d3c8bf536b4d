/** Work that begins together ends together: no result has an effect while other work is in progress. */
export class Together {
  #running = 0;
  #end = Promise.withResolvers<void>();

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#running += 1;
    const { promise } = this.#end;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) {
        this.#end.resolve();
        this.#end = Promise.withResolvers();
      }
      await promise;
    }
  }
}
