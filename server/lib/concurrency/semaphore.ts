import { availableParallelism } from 'node:os';

/** Jobs that occupy a core (hashes, pictures) at once: one core stays free. */
export const heavyAtOnce = Math.min(2, Math.max(1, availableParallelism() - 1));

interface Waiting {
  readonly weight: number;
  readonly enter: () => void;
}

/** Limits concurrent work. Groups take turns; within a group the order of arrival counts. */
export class Semaphore {
  readonly #places: number;
  /** By group; the next group is first. */
  readonly #queues = new Map<string, Waiting[]>();
  #taken = 0;
  #waiting = 0;

  constructor(places: number) {
    this.#places = places;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** True if `most` tasks wait already and this group has its share of them. */
  isFull(most: number, group = ''): boolean {
    const ofGroup = this.#queues.get(group)?.length ?? 0;
    return this.#waiting >= most && ofGroup >= Math.floor(most / (this.#queues.size + 1));
  }

  /** Runs `work` when `weight` places are free; a larger weight takes all places. */
  async run<T>(weight: number, work: () => Promise<T>, group = ''): Promise<T> {
    const own = Math.min(weight, this.#places);
    if (this.#waiting > 0 || this.#taken + own > this.#places) {
      await new Promise<void>((enter) => this.#append(group, { weight: own, enter }));
    } else {
      this.#taken += own;
    }
    try {
      return await work();
    } finally {
      this.#taken -= own;
      this.#admit();
    }
  }

  #append(group: string, waiting: Waiting): void {
    const queue = this.#queues.get(group);
    if (queue) queue.push(waiting);
    else this.#queues.set(group, [waiting]);
    this.#waiting += 1;
  }

  #admit(): void {
    for (const [group, queue] of this.#queues) {
      const [next] = queue as [Waiting];
      if (this.#taken + next.weight > this.#places) return;
      queue.shift();
      // The group moves to the end of the queue.
      this.#queues.delete(group);
      if (queue.length > 0) this.#queues.set(group, queue);
      this.#waiting -= 1;
      this.#taken += next.weight;
      next.enter();
    }
  }
}
