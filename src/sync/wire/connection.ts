import { observed, type Observable } from '../../lib/observable.ts';
import type { Outcome } from './transport.ts';

export type ConnectionState = 'unknown' | 'online' | 'offline';

/** Whether there is a network, told by how requests end and not by `navigator.onLine`, which knows nothing of captive portals. */
export class Connection {
  readonly #state = observed<ConnectionState>('unknown');
  readonly #behind = observed(false);
  readonly #gateway = observed(false);

  get state(): Observable<ConnectionState> {
    return this.#state;
  }

  /** Whether the server speaks a later contract than this app: then there is an update. */
  get behind(): Observable<boolean> {
    return this.#behind;
  }

  /** Whether there is a network, and a proxy on the way to our server that says that it does not reach it. */
  get gateway(): Observable<boolean> {
    return this.#gateway;
  }

  /** Takes note of an outcome and gives it back. */
  note(outcome: Outcome): Outcome {
    this.#gateway.set(outcome.kind === 'no-network' && outcome.gateway === true);
    this.#state.set(outcome.kind === 'answer' ? 'online' : 'offline');
    if (outcome.kind === 'answer') this.#behind.set(outcome.newer === true);
    return outcome;
  }

  /** The browser itself says that the network is gone; that it is back it cannot know. */
  lost(): void {
    this.#gateway.set(false);
    this.#state.set('offline');
  }
}
