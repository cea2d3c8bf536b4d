interface Waiting {
  readonly number: number;
  readonly hear: () => void;
}

/** Connections that have come about: whoever asked for one hears so in turn, and not when the machine has got so far. */
export class Connected {
  #entered = 0;
  #waiting: Waiting[] = [];

  get waiting(): number {
    return this.#waiting.length;
  }

  /** To be called in the order in which they were asked for; what this gives is called when one is there, and resolves when that may be heard. */
  enter(): () => Promise<void> {
    this.#entered += 1;
    const number = this.#entered;
    return () => new Promise((hear) => this.#waiting.push({ number, hear }));
  }

  /** Of all that are there the one that was asked for first; false where there is none. */
  letOneHear(): boolean {
    const [first] = this.#waiting.sort((one, other) => one.number - other.number).splice(0, 1);
    first?.hear();
    return first !== undefined;
  }
}
