/** Work that begins together ends together: no result has an effect while other work is in progress. */
export class Together {
  #underWay = 0;
  #end = Promise.withResolvers<void>();

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    const { promise } = this.#end;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) {
        this.#end.resolve();
        this.#end = Promise.withResolvers();
      }
      await promise;
    }
  }
}
