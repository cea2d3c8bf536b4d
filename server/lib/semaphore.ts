import { availableParallelism } from 'node:os';

/** Jobs that keep a core busy (a hash, a picture) at once: one core stays free for everything else. */
export const heavyAtOnce = Math.min(2, Math.max(1, availableParallelism() - 1));

interface Waiting {
  readonly weight: number;
  readonly enter: () => void;
}

/** Lets work through while there is room for it. Groups take turns; within a group the order of arrival counts. */
export class Semaphore {
  readonly #places: number;
  /** By group, the group whose turn is next in front. */
  readonly #queues = new Map<string, Waiting[]>();
  #taken = 0;
  #waiting = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Returns whether `most` wait already, of which this group has its share. */
  isFull(most: number, group = ''): boolean {
    const ofGroup = this.#queues.get(group)?.length ?? 0;
    return this.#waiting >= most && ofGroup >= Math.floor(most / (this.#queues.size + 1));
  }

  /** Runs `work` when `weight` places are free; what weighs more than there are takes all of them. */
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
      this.#letIn();
    }
  }

  #append(group: string, waiting: Waiting): void {
    const queue = this.#queues.get(group);
    if (queue) queue.push(waiting);
    else this.#queues.set(group, [waiting]);
    this.#waiting += 1;
  }

  #letIn(): void {
    for (const [group, queue] of this.#queues) {
      const [next] = queue as [Waiting];
      if (this.#taken + next.weight > this.#places) return;
      queue.shift();
      // The group moves to the end of the line.
      this.#queues.delete(group);
      if (queue.length > 0) this.#queues.set(group, queue);
      this.#waiting -= 1;
      this.#taken += next.weight;
      next.enter();
    }
  }
}
