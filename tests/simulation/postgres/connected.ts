interface Waiting {
  readonly number: number;
  readonly resolve: () => void;
}

/** Established connections. Each waiting caller is notified in turn, independent of the machine's speed. */
export class Connected {
  #entered = 0;
  #waiting: Waiting[] = [];

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Call it in the order of the requests. Call the returned function when the connection exists; it resolves at the caller's turn. */
  register(): () => Promise<void> {
    this.#entered += 1;
    const number = this.#entered;
    return () => new Promise((resolve) => this.#waiting.push({ number, resolve }));
  }

  /** Notifies the earliest request among the established connections; false if there is none. */
  resolveNext(): boolean {
    const [first] = this.#waiting.sort((one, other) => one.number - other.number).splice(0, 1);
    first?.resolve();
    return first !== undefined;
  }
}
