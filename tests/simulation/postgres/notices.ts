import type pg from 'pg';

interface Held {
  readonly payload: string | undefined;
  readonly deliver: () => void;
}

/**
 * Holds notices until every listener has received them. Otherwise the machine's timing would decide who is notified first, and all that
 * follows.
 */
export class Notices {
  readonly #held = new WeakMap<pg.Client, Held[]>();
  readonly #onArrival = new Set<() => void>();

  /** Holds the notices of this connection from now on. */
  add(client: pg.Client): void {
    this.#held.set(client, []);
  }

  isListener(client: pg.Client): boolean {
    return this.#held.has(client);
  }

  hold(client: pg.Client, { payload }: pg.Notification, deliver: () => void): true {
    const held = this.#held.get(client);
    if (!held) deliver();
    held?.push({ payload, deliver });
    for (const look of this.#onArrival) look();
    return true;
  }

  /** Resolves when one of these connections holds this notice. */
  async whenArrived(clients: readonly pg.Client[], payload: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      if (clients.some((client) => this.#held.get(client)?.some((held) => held.payload === payload))) resolve();
    };
    this.#onArrival.add(look);
    look();
    await promise.finally(() => this.#onArrival.delete(look));
  }

  release(clients: readonly pg.Client[]): void {
    for (const client of clients) for (const { deliver } of this.#held.get(client)?.splice(0) ?? []) deliver();
  }
}
