import { availableParallelism } from 'node:os';

/** Jobs that keep a core busy (a hash, a picture) at once: one core stays free for everything else. */
export const heavyAtOnce = Math.min(2, Math.max(1, availableParallelism() - 1));

/** Lets work through while there is room for it, first come, first served. */
export class Gate {
  readonly #places: number;
  readonly #queue: { weight: number; enter: () => void }[] = [];
  #taken = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Runs `work` when `weight` places are free; what weighs more than there are takes all of them. */
  async run<T>(weight: number, work: () => Promise<T>): Promise<T> {
    const own = Math.min(weight, this.#places);
    if (this.#queue.length > 0 || this.#taken + own > this.#places) {
      await new Promise<void>((enter) => this.#queue.push({ weight: own, enter }));
    } else {
      this.#taken += own;
    }
    try {
      return await work();
    } finally {
      this.#taken -= own;
      this.#letIn();
    }
  }

  #letIn(): void {
    for (let next = this.#queue[0]; next && this.#taken + next.weight <= this.#places; next = this.#queue[0]) {
      this.#queue.shift();
      this.#taken += next.weight;
      next.enter();
    }
  }
}
