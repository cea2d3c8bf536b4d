interface Waiting {
  readonly number: number;
  readonly hear: () => void;
}

/** Established connections. Each waiting caller is notified in turn, independent of the machine's speed. */
export class Connected {
  #entered = 0;
  #waiting: Waiting[] = [];

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Call it in the order of the requests. Call the returned function when the connection exists; it resolves at the caller's turn. */
  enter(): () => Promise<void> {
    this.#entered += 1;
    const number = this.#entered;
    return () => new Promise((hear) => this.#waiting.push({ number, hear }));
  }

  /** Notifies the earliest request among the established connections; false if there is none. */
  letOneHear(): boolean {
    const [first] = this.#waiting.sort((one, other) => one.number - other.number).splice(0, 1);
    first?.hear();
    return first !== undefined;
  }
}
