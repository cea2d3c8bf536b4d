import { times } from '#contract/times.ts';
import { machineTimers, type Timers } from '#server/lib/clock.ts';
import type { ChangedScope } from '#server/store/store.ts';

const pokeIntervalMs = 50;

/** Readers poked at once. Each pulls at about 0.5 ms of work: a full hall is poked within two seconds and takes half a core. */
const pokesAtOnce = 50;

/** Streams of one person: more tabs and devices than anybody has. The oldest stream is closed for a new one. */
export const streamsOfOne = 20;

const heartbeatMs = 25 * times.second;

/** The stream of one reader. `poke` and `beat` return false if the stream accepts no more. */
export interface Subscriber {
  readonly sessionId: string;
  readonly scopes: readonly ChangedScope[];
  readonly mostOfOne?: number;
  poke(): boolean;
  beat(): boolean;
  /** Called regularly and when the reader's own row changed, to check session and scopes again. */
  recheck(): void;
  close(): void;
}

/** Pokes readers when their scopes have news: at most once in 50 ms each, and at most 1,000 pokes a second in total, in turn. */
export class Hub {
  readonly #byScope = new Map<ChangedScope, Set<Subscriber>>();
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

  /** Adds a stream until `remove` is called or it accepts no more. */
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

  get waiting(): number {
    return this.#due.size;
  }

  /** Returns the largest number of pending pokes since the last call. */
  takeMostWaiting(): number {
    const most = this.#mostWaiting;
    this.#mostWaiting = this.#due.size;
    return most;
  }

  /** Marks readers of these scopes for a poke; `all` if the changed scopes are unknown. */
  publish(scopes: Iterable<ChangedScope> | 'all'): void {
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

  endSession(sessionId: string): void {
    for (const subscriber of this.#hearts.keys()) if (subscriber.sessionId === sessionId) this.#end(subscriber);
  }

  /** Closes every stream. A reader that reconnects pulls first. */
  endAll(): void {
    for (const subscriber of this.#hearts.keys()) this.#end(subscriber);
  }

  /** Closes every stream and stops the pokes. */
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
