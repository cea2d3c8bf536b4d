/** The Web Locks of one browser: first come, first served; a killed tab lets go of what it holds and waits for. */
export class SimulatedLocks {
  readonly #held = new Map<string, { owner: object; waiting: { owner: object; grant: () => void }[] }>();

  async withLock<T>(owner: object, name: string, work: () => Promise<T>): Promise<T> {
    const lock = this.#held.get(name);
    if (lock) await new Promise<void>((grant) => lock.waiting.push({ owner, grant }));
    else this.#held.set(name, { owner, waiting: [] });
    try {
      return await work();
    } finally {
      const current = this.#held.get(name);
      if (current?.owner === owner) this.#release(name);
    }
  }

  drop(owner: object): void {
    for (const [name, lock] of this.#held) {
      lock.waiting = lock.waiting.filter((waiter) => waiter.owner !== owner);
      if (lock.owner === owner) this.#release(name);
    }
  }

  #release(name: string): void {
    const lock = this.#held.get(name);
    const next = lock?.waiting.shift();
    if (lock && next) {
      lock.owner = next.owner;
      next.grant();
    } else {
      this.#held.delete(name);
    }
  }
}
