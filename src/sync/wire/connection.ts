import { observed, type Observable } from '#lib/observable.ts';
import type { Outcome } from './transport.ts';

export type ConnectionState = 'unknown' | 'online' | 'offline';

/** The state of the network by the outcomes of requests; `navigator.onLine` does not detect captive portals. */
export class Connection {
  readonly #state = observed<ConnectionState>('unknown');
  readonly #behind = observed(false);
  readonly #gateway = observed(false);

  get state(): Observable<ConnectionState> {
    return this.#state;
  }

  /** True if the server has a later contract version, so that an update of the app exists. */
  get behind(): Observable<boolean> {
    return this.#behind;
  }

  /** True if a proxy answered that it cannot reach the server. */
  get gateway(): Observable<boolean> {
    return this.#gateway;
  }

  note(outcome: Outcome): Outcome {
    this.#gateway.set(outcome.kind === 'no-network' && outcome.gateway === true);
    this.#state.set(outcome.kind === 'answer' ? 'online' : 'offline');
    if (outcome.kind === 'answer') this.#behind.set(outcome.newer === true);
    return outcome;
  }

  /** Notes that the browser reports a lost network. Its report that one is back would be unreliable. */
  lost(): void {
    this.#gateway.set(false);
    this.#state.set('offline');
  }
}
