/** What is done for one person is done one after another, in this process. */
export class PersonalTurns {
  readonly #last = new Map<number, Promise<void>>();

  take<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(userId) ?? Promise.resolve()).then(work);
    const ended = turn
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        if (this.#last.get(userId) === ended) this.#last.delete(userId);
      });
    this.#last.set(userId, ended);
    return turn;
  }
}
