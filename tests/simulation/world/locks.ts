interface Lock {
  owner: object;
  waiting: { owner: object; grant: () => void }[];
}

/** The Web Locks of a browser: first come, first served. A killed tab releases its locks and leaves the queues. */
export class SimulatedLocks {
  readonly #held = new Map<string, Lock>();

  /** `afterPatience` runs its task when the owner continues without the lock. */
  async withLock<T>(owner: object, name: string, work: () => Promise<T>, afterPatience?: (task: () => void) => () => void): Promise<T> {
    const lock = this.#held.get(name);
    if (lock && !(await this.#granted(lock, owner, afterPatience))) return work();
    if (!lock) this.#held.set(name, { owner, waiting: [] });
    try {
      return await work();
    } finally {
      const current = this.#held.get(name);
      if (current?.owner === owner) this.#release(name);
    }
  }

  #granted(lock: Lock, owner: object, afterPatience?: (task: () => void) => () => void): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter = { owner, grant: () => resolve(true) };
      lock.waiting.push(waiter);
      afterPatience?.(() => {
        if (!lock.waiting.includes(waiter)) return;
        lock.waiting = lock.waiting.filter((other) => other !== waiter);
        resolve(false);
      });
    });
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
