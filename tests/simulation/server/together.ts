/** Things that are begun at once end at once: whatever comes of one begins when nothing else is under way. */
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
