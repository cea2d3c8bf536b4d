import type { Deps } from '#server/http/deps.ts';
import { BoundedMap } from '#server/lib/bounded-map.ts';

interface Bounds<T> {
  readonly most: number;
  readonly mostBytes: number;
  readonly bytesOf: (value: T) => number;
}

/** Shares one read among simultaneous requests, and caches it until anything in the database changes. */
export class SharedReads<T> {
  readonly #store: Pick<Deps['store'], 'reading' | 'state'>;
  readonly #bytesOf: (value: T) => number;
  /** Reads of the current state, including running ones, so that no result is older than its request. */
  readonly #cache: BoundedMap<string, Promise<T>>;
  #state = '';

  /** Caches at most `most` values and `mostBytes` in total; the oldest is evicted first. */
  constructor(store: Pick<Deps['store'], 'reading' | 'state'>, { most, mostBytes, bytesOf }: Bounds<T>) {
    this.#store = store;
    this.#bytesOf = bytesOf;
    this.#cache = new BoundedMap(most, mostBytes);
  }

  async get(name: string, read: () => Promise<T>): Promise<T> {
    const state = await this.#store.state(this.#store.reading);
    if (state !== this.#state) {
      this.#state = state;
      this.#cache.clear();
    }
    const known = this.#cache.get(name);
    if (known) return known;
    const value = read();
    this.#cache.set(name, value);
    value.then(
      (read) => this.#cache.weigh(name, value, this.#bytesOf(read)),
      () => this.#cache.get(name) === value && this.#cache.delete(name),
    );
    return value;
  }
}
