import { times } from '../../../contract/times.ts';
import type { Scope } from '../../../contract/scope.ts';
import { machineTimers, type Timers } from '../../lib/clock.ts';

const pokeIntervalMs = 50;

/** Readers poked at once. Each pulls right away, at about 0.5 ms of work: so a full hall hears within two seconds, and takes half a core. */
const pokesAtOnce = 50;

/** Streams of one person: more tabs and devices than anybody has. The one that was opened first makes room. */
export const streamsOfOne = 20;

const heartbeatMs = 25 * times.second;

/** One reader's stream. `poke` and `beat` answer false where the stream takes no more. */
export interface Subscriber {
  readonly sessionId: string;
  readonly scopes: readonly Scope[];
  /** How many streams the person may have. */
  readonly mostOfOne?: number;
  poke(): boolean;
  beat(): boolean;
  /** Asked now and then, and when the reader's own row changed: is it still the same person with the same scopes? */
  recheck(): void;
  close(): void;
}

/**
 * Tells readers that there is news in their scopes, nothing more: at most one poke each 50 ms, however much happens, and 1,000 pokes a
 * second to all together, in turn.
 */
export class Hub {
  readonly #byScope = new Map<Scope, Set<Subscriber>>();
  /** Each with its own heartbeat, so that they do not all beat at once. */
  readonly #hearts = new Map<Subscriber, () => void>();
  readonly #due = new Set<Subscriber>();
  readonly #timers: Timers;
  #callOff: (() => void) | null = null;
  #lastPoke = 0;
  #mostWaiting = 0;

  constructor(timers: Timers = machineTimers) {
    this.#timers = timers;
  }

  /** Until `remove` is called, or the stream takes no more. */
  add(subscriber: Subscriber): { remove(): void } {
    for (const scope of subscriber.scopes) {
      const own = scope.startsWith('user:') ? this.#byScope.get(scope) : undefined;
      if (own && own.size >= (subscriber.mostOfOne ?? streamsOfOne)) this.#end(own.values().next().value as Subscriber);
    }
    for (const scope of subscriber.scopes) {
      const group = this.#byScope.get(scope) ?? new Set();
      this.#byScope.set(scope, group.add(subscriber));
    }
    this.#beatLater(subscriber);
    return { remove: () => this.#remove(subscriber) };
  }

  get size(): number {
    return this.#hearts.size;
  }

  /** How many wait for their poke. */
  get waiting(): number {
    return this.#due.size;
  }

  /** The most that waited for it since this was last asked. */
  takeMostWaiting(): number {
    const most = this.#mostWaiting;
    this.#mostWaiting = this.#due.size;
    return most;
  }

  /** Of `all` where nobody can say in which scopes there is news. */
  publish(scopes: Iterable<Scope> | 'all'): void {
    for (const scope of scopes === 'all' ? this.#byScope.keys() : scopes) {
      for (const subscriber of this.#byScope.get(scope) ?? []) {
        this.#due.add(subscriber);
        if (scope.startsWith('user:')) subscriber.recheck();
      }
    }
    this.#mostWaiting = Math.max(this.#mostWaiting, this.#due.size);
    if (this.#due.size === 0 || this.#callOff) return;
    const wait = Math.max(0, this.#lastPoke + pokeIntervalMs - this.#timers.now());
    this.#callOff = this.#timers.setTimer(wait, () => this.#pokeDue());
  }

  /** Ends the streams of a session that opens nothing any more. */
  endSession(sessionId: string): void {
    for (const subscriber of this.#hearts.keys()) if (subscriber.sessionId === sessionId) this.#end(subscriber);
  }

  /** Ends every stream: whoever opens one again asks for news first. */
  endAll(): void {
    for (const subscriber of this.#hearts.keys()) this.#end(subscriber);
  }

  /** The same for good. */
  close(): void {
    this.endAll();
    this.#callOff?.();
    this.#callOff = null;
  }

  #pokeDue(): void {
    this.#lastPoke = this.#timers.now();
    for (const subscriber of this.#due.values().take(pokesAtOnce)) {
      this.#due.delete(subscriber);
      if (!subscriber.poke()) this.#end(subscriber);
    }
    this.#callOff = this.#due.size > 0 ? this.#timers.setTimer(pokeIntervalMs, () => this.#pokeDue()) : null;
  }

  #beatLater(subscriber: Subscriber): void {
    this.#hearts.set(
      subscriber,
      this.#timers.setTimer(heartbeatMs, () => this.#beat(subscriber)),
    );
  }

  #beat(subscriber: Subscriber): void {
    if (!subscriber.beat()) return this.#end(subscriber);
    this.#beatLater(subscriber);
    subscriber.recheck();
  }

  #end(subscriber: Subscriber): void {
    this.#remove(subscriber);
    subscriber.close();
  }

  #remove(subscriber: Subscriber): void {
    this.#hearts.get(subscriber)?.();
    this.#hearts.delete(subscriber);
    this.#due.delete(subscriber);
    for (const scope of subscriber.scopes) {
      const group = this.#byScope.get(scope);
      group?.delete(subscriber);
      if (group?.size === 0) this.#byScope.delete(scope);
    }
  }
}
